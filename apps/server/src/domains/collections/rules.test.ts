import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toStoredRule, placeProducts, ruleToWire, positionsOf } from "./rules.ts";

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

function moving(names: string, moved: string, present: Record<string, number>): number[] {
  return positionsOf(names.split(""), new Map(Object.entries(present)), new Set(moved));
}

test("positions keep those of products that aren't moved, as long as there is space", () => {
  const space = 65_536;
  expect(moving("abc", "abc", {})).toEqual([space, 2 * space, 3 * space]);
  expect(moving("xab", "x", { a: 5, b: 9 })).toEqual([5 - space, 5, 9]);
  expect(moving("abx", "x", { a: 5, b: 9 })).toEqual([5, 9, 9 + space]);
  expect(moving("axyb", "xy", { a: 5, b: 9, x: 1 })).toEqual([5, 6, 7, 9]);
  expect(moving("axb", "x", { a: 5, b: 6 })).toEqual([space, 2 * space, 3 * space]);
  expect(moving("ba", "", { a: 5, b: 6 })).toEqual([space, 2 * space]);
  expect(moving("xa", "x", { a: -2_147_483_000 })).toEqual([space, 2 * space]);
});

test("positions of ten thousand products are found by looking at each a few times", () => {
  let looks = 0;
  /** An array that counts how often an element is read. Its copies count, too. */
  class Counted extends Array<string> {
    constructor(length: number) {
      super(length);
      return new Proxy(this, {
        get: (array, name) => {
          if (typeof name === "string" && /^\d/.test(name)) looks += 1;
          return Reflect.get(array, name) as unknown;
        },
      });
    }
  }
  const products = Counted.from({ length: 10_000 }, (_, n) => `p${n}`);
  const present = new Map(products.slice(0, 9999).map((id, n) => [id, n * 10]));
  looks = 0;
  const positions = positionsOf(products, present, new Set(["p9999"]));
  expect(looks).toBeLessThan(50_000);
  expect([positions[9998], positions[9999]]).toEqual([99_980, 99_980 + 65_536]);
});
