import { expect, test } from "vitest";
import { callFor, firstOfSheet, lastPage, pagesPerSheet, pageSize } from "./listing-pages.ts";

test("the first page is loaded by a call for one page", () => {
  expect(callFor(1)).toEqual({ call: { page: 1, limit: 24 }, before: 0, take: 24 });
});

test("the pages of a sheet are loaded by one call within the API's limit", () => {
  expect(callFor(2).call).toEqual({ page: 1, limit: 48 });
  expect(callFor(3).call).toEqual({ page: 3, limit: 24 });
  expect(callFor(8).call).toEqual({ page: 4, limit: 48 });
});

test("a call requests a whole page of the API, and covers the sheet from its start", () => {
  for (let page = 1; page <= 60; page++) {
    const { call, before, take } = callFor(page);
    expect(before).toBe((firstOfSheet(page) - 1) * pageSize);
    expect(before + take).toBe(page * pageSize);
    expect(Number.isInteger(call.page)).toBe(true);
    expect(call.limit).toBeLessThanOrEqual(48);
    expect((call.page - 1) * call.limit).toBe(before);
    expect(call.limit).toBeGreaterThanOrEqual(take);
  }
});

test("a new sheet begins after two pages, so that no page renders more cards", () => {
  expect(firstOfSheet(pagesPerSheet)).toBe(1);
  expect(firstOfSheet(pagesPerSheet + 1)).toBe(pagesPerSheet + 1);
});

test("finds the last page", () => {
  expect(lastPage(0)).toBe(1);
  expect(lastPage(24)).toBe(1);
  expect(lastPage(25)).toBe(2);
});
