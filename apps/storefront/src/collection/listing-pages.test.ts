import { expect, test } from "vitest";
import { callsFor, firstOfSheet, lastPage, pagesPerSheet, pageSize } from "./listing-pages.ts";

test("the first page is one call of its own size", () => {
  expect(callsFor(1)).toEqual({ calls: [{ page: 1, limit: 24 }], before: 0, take: 24 });
});

test("pages 1 to n come in few calls that fit the API", () => {
  expect(callsFor(2).calls).toEqual([{ page: 1, limit: 48 }]);
  expect(callsFor(3).calls).toEqual([{ page: 1, limit: 96 }]);
  expect(callsFor(8).calls).toEqual([
    { page: 1, limit: 96 },
    { page: 2, limit: 96 },
  ]);
});

test("calls are whole pages, cover what is shown and begin where the sheet begins", () => {
  for (let page = 1; page <= 60; page++) {
    const { calls, before, take } = callsFor(page);
    expect(before).toBe((firstOfSheet(page) - 1) * pageSize);
    expect(before + take).toBe(page * pageSize);
    for (const { page: at, limit } of calls) {
      expect(Number.isInteger(at)).toBe(true);
      expect(limit).toBeLessThanOrEqual(100);
    }
    const [first] = calls;
    expect(((first?.page ?? 0) - 1) * (first?.limit ?? 0)).toBe(before);
    expect(calls.reduce((sum, { limit }) => sum + limit, 0)).toBeGreaterThanOrEqual(take);
  }
});

test("a new sheet begins after eight pages", () => {
  expect(firstOfSheet(pagesPerSheet)).toBe(1);
  expect(firstOfSheet(pagesPerSheet + 1)).toBe(9);
});

test("the last page", () => {
  expect(lastPage(0)).toBe(1);
  expect(lastPage(24)).toBe(1);
  expect(lastPage(25)).toBe(2);
});
