import { expect, test } from "vitest";
import { allocateTax, taxOf } from "./tax.ts";

test.each([
  [10_000, 800],
  [9_999, 800],
  [1_006, 80],
  [6, 0],
  [7, 1],
  [81, 6],
  [82, 7],
  [0, 0],
])("8 percent of %i is %i", (taxable, tax) => {
  expect(taxOf(taxable)).toBe(tax);
});

test("rounds half a unit up", () => {
  expect(taxOf(50, 100)).toBe(1);
  expect(taxOf(150, 100)).toBe(2);
  expect(taxOf(49, 100)).toBe(0);
});

test("is rounded once for the order, not line by line", () => {
  const lines = [6, 6, 6];
  expect(lines.map((line) => taxOf(line))).toEqual([0, 0, 0]);
  expect(taxOf(18)).toBe(1);
  expect(allocateTax(1, lines)).toEqual([1, 0, 0]);
});
