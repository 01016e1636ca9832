import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toStoredRule, placeProducts, ruleToWire } from "./rules.ts";

test("a rule is stored in minor units and read as it was written, and null means a manual collection", () => {
  expect(toStoredRule({ tag: "silk", price: { from: 5.5 } }, "USD")).toEqual({
    tag: "silk",
    price: { from: 550 },
  });
  expect(ruleToWire({}, "USD")).toBeNull();
  const rule = { sale: true as const, price: { from: 0, below: 1200 } };
  expect(ruleToWire(toStoredRule(rule, "JPY"), "JPY")).toEqual(rule);
});

const ids = fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c", "d", "e", "f", "g", "h"), {
  maxLength: 8,
});

test("inserted products get the given position in their order, and the others keep theirs", () => {
  fc.assert(
    fc.property(ids, ids, fc.option(fc.nat(12), { nil: undefined }), (present, put, at) => {
      const placed = placeProducts(present, put, at);
      expect(new Set(placed)).toEqual(new Set([...present, ...put]));
      expect(placed).toHaveLength(new Set(placed).size);
      const others = (list: readonly string[]) => list.filter((id) => !put.includes(id));
      expect(others(placed)).toEqual(others(present));
      const from = Math.min(at ?? 0, others(present).length);
      expect(at === undefined ? placed.slice(0, present.length) : placed.slice(from)).toEqual(
        at === undefined ? present : [...put, ...others(present).slice(from)],
      );
    }),
  );
});
