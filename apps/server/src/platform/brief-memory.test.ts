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
  expect([memory.known("a"), memory.known("c")]).toEqual([{ value: 1 }, null]);
  vi.advanceTimersByTime(1500);
  expect(memory.known("a")).toBeNull();
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

const never = () => Promise.reject(new Error("asked again"));

test("a caller waits only for the lookups of its own kind, and all share what was found", async () => {
  const memory = createBriefMemory<string>(2000, 100);
  const slow = Promise.withResolvers<string>();
  const first = memory.remember("a", () => slow.promise, "flood");
  expect(await memory.remember("a", async () => "quick", "shopper")).toBe("quick");
  // The flood's slower lookup replaces the shopper's. Once the shopper's lookup has a result, all callers get that
  // result.
  const shopper = Promise.withResolvers<string>();
  const found = memory.remember("b", () => shopper.promise, "shopper");
  void memory.remember("b", () => new Promise<string>(() => {}), "flood");
  shopper.resolve("found");
  expect(await found).toBe("found");
  expect(await memory.remember("b", never, "another")).toBe("found");
  slow.resolve("late");
  expect(await first).toBe("late");
  expect(await memory.remember("a", never, "another")).toBe("quick");
});

test("a lookup that began before everything was forgotten is not cached", async () => {
  const memory = createBriefMemory<string>(2000, 100);
  const old = Promise.withResolvers<string>();
  const asked = memory.remember("a", () => old.promise);
  memory.forget(() => false);
  void memory.remember("a", () => new Promise<string>(() => {}), "other");
  old.resolve("old");
  await asked;
  expect(await memory.remember("a", async () => "new", "third")).toBe("new");
});
