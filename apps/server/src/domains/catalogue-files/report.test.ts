import { expect, test } from "vitest";
import { importReport } from "./report.ts";

const store = { name: "Sorvela", domain: "sorvela.example", currency: "USD", locale: "en-US" };
const none = { created: 0, updated: 0, unchanged: 0, rows: 0, warnings: [], planned: [] };
const pictures = { known: 0, fetched: 0, toFetch: 0, missing: [] };

test("lists errors with their row and column, or without if they are about the whole file", () => {
  const counts = { rows: 1, created: 0, updated: 0, unchanged: 0 };
  const errors = [
    { row: 0, column: null, message: "The store's currency is now JPY." },
    { row: 2, column: "SKU", message: "no variant has this SKU" },
    { row: 3, column: null, message: "the row has too many cells" },
  ];
  const report = importReport(
    {
      outcome: "rejected",
      ...counts,
      planned: [],
      errors,
      errorCount: errors.length,
      warnings: [],
      pictures,
    },
    {
      file: "stock.csv",
      store: { name: "Sartoria", domain: "shop.example", currency: "USD", locale: "en" },
      seconds: 1,
    },
    { summary: [], changes: [] },
  );
  expect(report.split("\n").slice(1)).toEqual([
    "  The store's currency is now JPY.",
    "  row 2, SKU: no variant has this SKU",
    "  row 3: the row has too many cells",
    "",
  ]);
});

test("a report counts the errors that are not listed", () => {
  const errors = [{ row: 2, column: "Title", message: "is empty" }];
  const result = { ...none, pictures, outcome: "rejected" as const, errors };
  const about = { file: "a.csv", store, seconds: 1 };
  const details = { summary: [], changes: [] };
  expect(importReport({ ...result, errorCount: 1 }, about, details)).toBe(
    "a.csv cannot be imported into Sorvela: 1 error. Nothing was changed.\n  row 2, Title: is empty\n",
  );
  expect(importReport({ ...result, errorCount: 2001 }, about, details)).toBe(
    "a.csv cannot be imported into Sorvela: 2,001 errors. Nothing was changed.\n  row 2, Title: is empty\n  and 2,000 more errors\n",
  );
});

test("a report counts all rows of a warning, also those that are not stored", () => {
  const warning = { column: "Tags", message: "is cut off", rows: [2, 3, 4, 9], count: 5000 };
  const result = { ...none, pictures, outcome: "rejected" as const, errors: [], errorCount: 1 };
  const about = { file: "a.csv", store, seconds: 1 };
  const report = importReport({ ...result, warnings: [warning] }, about, {
    summary: [],
    changes: [],
  });
  expect(report).toContain("    rows 2-4, 9 and 4,996 more, Tags: is cut off\n");
});
