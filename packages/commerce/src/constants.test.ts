import { expect, test } from "vitest";
import { queryRetryDelayMs, storageKey } from "./constants.ts";

test("each store has its own storage keys", () => {
  const keys = ["sorvela", "other"].flatMap((slug) => [
    storageKey(slug, "cart"),
    storageKey(slug, "buy-now"),
  ]);
  expect(new Set(keys).size).toBe(4);
});

test("a query is retried after one second, doubling up to half a minute", () => {
  expect([0, 1, 2, 3, 4, 5, 60].map(queryRetryDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});
