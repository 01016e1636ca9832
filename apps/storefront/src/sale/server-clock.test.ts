import { expect, test } from "vitest";
import { aheadOf } from "./server-clock.ts";

test("corrects a clock only if it differs by more than the header's second", () => {
  expect(aheadOf(10_000, 10_300, 10_400)).toBe(0);
  expect(aheadOf(10_000, 10_990, 11_010)).toBe(0);
  expect(aheadOf(3_610_000, 10_300, 10_300)).toBe(3_600_200);
  expect(aheadOf(10_000, 3_610_300, 3_610_300)).toBe(-3_599_800);
});
