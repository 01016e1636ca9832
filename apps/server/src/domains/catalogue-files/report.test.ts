import { expect, test } from "vitest";
import { importReport } from "./report.ts";

test("lists errors with their row and column, or without if they are about the whole file", () => {
  const counts = { rows: 1, created: 0, updated: 0, unchanged: 0 };
  const errors = [
    { row: 0, column: null, message: "The store's currency is now JPY." },
    { row: 2, column: "SKU", message: "no variant has this SKU" },
    { row: 3, column: null, message: "the row has too many cells" },
  ];
  const pictures = { known: 0, toFetch: 0, fetched: 0, missing: [] };
  const report = importReport(
    { outcome: "rejected", ...counts, planned: [], errors, warnings: [], pictures },
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
