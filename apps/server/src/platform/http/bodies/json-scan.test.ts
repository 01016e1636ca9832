import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countUpTo, isDeeperThan } from "./json-scan.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("the depth computed from the bytes is the value's depth, whatever its texts contain", () => {
  const hostile = fc.array(
    fc.constantFrom("[", "{", "]", "}", '"', "\\", "é", ",", "x".repeat(200)),
    { maxLength: 60 },
  );
  const text = hostile.map((parts) => parts.join(""));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      text,
      fc.integer(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text, tie("value"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.nat(8), fc.boolean(), (made, max, spaced) => {
      const json = Buffer.from(JSON.stringify(made, null, spaced ? 2 : 0));
      expect(isDeeperThan(json, max)).toBe(depthOf(made) > max);
    }),
    { numRuns: 2000 },
  );
});

test("a byte is counted wherever it occurs, up to one more than the maximum", () => {
  const parts = fc.array(fc.constantFrom(",", "x", "x".repeat(127), "x".repeat(128), "é"), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(parts, fc.nat(20), (made, max) => {
      const commas = made.filter((part) => part === ",").length;
      expect(countUpTo(max, Buffer.from(made.join("")), 0x2c)).toBe(Math.min(commas, max + 1));
    }),
    { numRuns: 2000 },
  );
});
