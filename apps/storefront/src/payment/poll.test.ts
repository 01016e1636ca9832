import { expect, test } from "vitest";
import { patientDelayMs, pollDelays, settleWithinMs } from "./poll.ts";

test("the pauses grow from one to ten seconds and add up to exactly a minute", () => {
  const delays = pollDelays(settleWithinMs);
  expect(delays[0]).toBe(1_000);
  expect(Math.max(...delays)).toBe(10_000);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
  expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).toSorted((a, b) => a - b));
});

test("does not poll without time left, and polls less and less often on a page that stays open", () => {
  expect(pollDelays(0)).toEqual([]);
  expect([0, 1, 2, 3, 4, 9].map(patientDelayMs)).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});
