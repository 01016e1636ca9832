import { afterEach, expect, test, vi } from "vitest";
import { createBriefMemory } from "./brief-memory.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("results are cached for a limited time, failures are not cached, and the number of results is limited", async () => {
  vi.useFakeTimers();
  const memory = createBriefMemory<number>(2000, 100);
  let looks = 0;
  const ask = (key: string) => memory.remember(key, async () => (looks += 1));
  expect(await Promise.all([ask("a"), ask("a")])).toEqual([1, 1]);
  vi.advanceTimersByTime(1000);
  expect([await ask("a"), await ask("b")]).toEqual([1, 2]);
  vi.advanceTimersByTime(1500);
  expect([await ask("b"), memory.size]).toEqual([2, 2]);
  // The first new key removes expired ones.
  expect([await ask("c"), memory.size]).toEqual([3, 2]);
  await expect(memory.remember("d", () => Promise.reject(new Error("gone")))).rejects.toThrow(
    "gone",
  );
  expect(memory.size).toBe(2);
  for (let i = 0; i < 500; i += 1) await ask(`more ${i}`);
  expect(memory.size).toBe(100);
  memory.forget((answer, key) => answer % 2 === 0 || key === "more 499");
  expect(memory.size).toBe(49);
  vi.advanceTimersByTime(2001);
  await ask("last");
  expect(memory.size).toBe(1);
});
