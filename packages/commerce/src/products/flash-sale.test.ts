import * as fc from "fast-check";
import { expect, test } from "vitest";
import { flashSale } from "./flash-sale.ts";

const end = new Date("2026-11-20T12:00:00Z");
const before = (ms: number) => new Date(end.getTime() - ms);

test.each([
  [3_600_001, false, "60", "00", "00", 25, false],
  [3_600_000, true, "60", "00", "00", 25, false],
  [3_599_999, true, "59", "59", "99", 24.999_993, false],
  [1_800_000, true, "30", "00", "00", 12.5, false],
  [61_230, true, "01", "01", "23", 0.425_208, false],
  [10_000, true, "00", "10", "00", 0.069_444, false],
  [9_999, true, "00", "09", "99", 0.069_438, true],
  [1, true, "00", "00", "00", 0.000_007, true],
  [0, false, "00", "00", "00", 0, false],
  [-5_000, false, "00", "00", "00", 0, false],
])("%i ms before the end", (ms, running, minutes, seconds, hundredths, bar, shaking) => {
  const sale = flashSale(end, before(ms));
  expect(sale).toMatchObject({ running, minutes, seconds, hundredths, shaking });
  expect(sale.remainingMs).toBe(Math.max(0, ms));
  expect(sale.barPercent).toBeCloseTo(bar, 5);
});

test("doesn't run with an invalid end", () => {
  expect(flashSale(new Date("soon"), end)).toMatchObject({ running: false, remainingMs: 0 });
});

test("the texts show the remaining time, to a hundredth of a second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_600_000 }), (ms) => {
      const { minutes, seconds, hundredths } = flashSale(end, before(ms));
      const shown = Number(minutes) * 60_000 + Number(seconds) * 1_000 + Number(hundredths) * 10;
      expect(ms - shown).toBeGreaterThanOrEqual(0);
      expect(ms - shown).toBeLessThan(10);
    }),
  );
});
