import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TagsChange } from "@vetrina/contract/catalogue/bulk-changes";
import { BulkEditState } from "@vetrina/contract/catalogue/bulk-edits";
import {
  errorsOf,
  isHeld,
  mayAsk,
  moment,
  itemPlanner,
  planStatus,
  planStock,
  tagPlanner,
  valueAtRun,
} from "./rules.ts";

const level = (onHand: number, reserved = 0, leastAvailable = 0) => ({
  onHand,
  reserved,
  leastAvailable,
});

test.each([
  [{ set: 4 }, level(10), { onHand: 4 }],
  [{ set: 10 }, level(10), "UNCHANGED"],
  [{ set: 4 }, level(10, 4), { onHand: 4 }],
  [{ set: 3 }, level(10, 4), "HELD"],
  [{ set: 3 }, level(10, 4, -1), { onHand: 3 }],
  [{ add: -10 }, level(10), { onHand: 0 }],
  [{ add: -11 }, level(10, 0, -5), "BELOW_ZERO"],
  [{ add: 2 }, level(-5, 0, -5), { onHand: -3 }],
  [{ add: 1 }, level(1_000_000), "TOO_LARGE"],
  [{ add: -1 }, level(1_000_002), { onHand: 1_000_001 }],
])("the change %j of %j is planned as %j", (change, before, after) => {
  expect(planStock(before, { ...change, reason: "COUNT" })).toEqual(after);
});

test("planned stock never falls below zero or below what is held", () => {
  const n = fc.integer({ min: -100, max: 1000 });
  const before = fc.record({
    onHand: n,
    reserved: fc.nat(100),
    leastAvailable: fc.integer({ min: -200, max: 0 }),
  });
  fc.assert(
    fc.property(before, n, (now, add) => {
      const plan = planStock(now, { add, reason: "COUNT" });
      if (typeof plan === "string" || !("onHand" in plan)) return;
      expect(plan.onHand >= 0 || plan.onHand > now.onHand).toBe(true);
      expect(isHeld(now, plan.onHand)).toBe(false);
    }),
  );
});

describe("tags", () => {
  test.each<[TagsChange, string[], string[] | string]>([
    [{ add: ["b", "c"] }, ["a", "b"], ["a", "b", "c"]],
    [{ add: ["a"] }, ["a", "b"], "UNCHANGED"],
    [{ remove: ["a", "x"] }, ["a", "b"], ["b"]],
    [{ add: ["c"], remove: ["a"] }, ["a", "b"], ["b", "c"]],
    [{ replace: ["x", "x"] }, ["a"], ["x"]],
    [{ replace: [] }, ["a"], []],
    [{ replace: [] }, [], "UNCHANGED"],
  ])("the change %j of %j gives %j", (change, before, after) => {
    expect(tagPlanner(change)(before)).toEqual(Array.isArray(after) ? { tags: after } : after);
  });

  test("a product has at most a hundred tags", () => {
    const many = Array.from({ length: 100 }, (_, i) => `t${i}`);
    expect(tagPlanner({ add: ["one more"] })(many)).toBe("TOO_MANY_TAGS");
    expect(tagPlanner({ add: ["one more"], remove: ["t0"] })(many)).toMatchObject({});
  });
});

describe("a status", () => {
  const draft = { status: "DRAFT" as const, publishedAt: null };
  const at = new Date("2026-11-22T07:00:00.000Z");

  test("gets its publication time from the run when it is first published", () => {
    const plan = planStatus(draft, { to: "ACTIVE" });
    expect(plan).toEqual({ status: "ACTIVE", publishedAt: null });
    if (typeof plan === "string") throw new Error(plan);
    expect(valueAtRun(plan, at)).toEqual({ status: "ACTIVE", publishedAt: moment(at) });
  });

  test("keeps its publication time, or gets the given one", () => {
    const before = { status: "ARCHIVED" as const, publishedAt: "2026-01-01T00:00:00.123456Z" };
    expect(planStatus(before, { to: "ACTIVE" })).toEqual({ ...before, status: "ACTIVE" });
    expect(planStatus(before, { to: "ARCHIVED" })).toBe("UNCHANGED");
    expect(planStatus(draft, { to: "ACTIVE", publishAt: at.toISOString() })).toEqual({
      status: "ACTIVE",
      publishedAt: "2026-11-22T07:00:00.000000Z",
    });
  });
});

test("items of the product's own fields come first, then those of each variant", () => {
  const product = {
    id: "p",
    status: "DRAFT" as const,
    publishedAt: null,
    tags: [],
    category: null,
  };
  const variant = { id: "v", productId: "p", price: 100, regularPrice: null, ...level(1) };
  const change = {
    price: { set: 2 },
    stock: { set: 2, reason: "COUNT" as const },
    status: { to: "DRAFT" as const },
    tags: { add: ["a"] },
    category: "",
  };
  const items = itemPlanner(change, "USD")(product, [variant]);
  expect(items.map(({ field, variantId, plan }) => [field, variantId, plan])).toEqual([
    ["STATUS", null, "UNCHANGED"],
    ["TAGS", null, { tags: ["a"] }],
    ["CATEGORY", null, "UNCHANGED"],
    ["PRICE", "v", { price: 200, regularPrice: null }],
    ["STOCK", "v", { onHand: 2 }],
  ]);
});

test("amounts with too many decimals, and variants selected for product fields, are validation errors", () => {
  const change = {
    price: { percent: 1, rounding: { ending: 0.999, step: 1.5 }, regularPrice: 1.001 },
    tags: { add: ["a"] },
  };
  const paths = (currency: string, selection = {}) =>
    errorsOf(selection, change, currency).map(({ path }) => path);
  expect(paths("USD")).toEqual(["change.price.rounding.ending", "change.price.regularPrice"]);
  expect(paths("JPY")).toContain("change.price.rounding.step");
  expect(paths("KWD")).toEqual([]);
  expect(paths("KWD", { variants: ["v"] })).toEqual(["selection.variants"]);
});

test("each state of an edit allows certain actions", () => {
  const allowed = (["run", "undo", "cancel"] as const).map((what) =>
    BulkEditState.options.filter((state) => mayAsk(what, state)),
  );
  expect(allowed).toEqual([
    ["READY"],
    ["DONE", "CANCELLED", "FAILED"],
    ["PREPARING", "READY", "RUNNING", "UNDOING"],
  ]);
});
