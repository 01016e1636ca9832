import { expect, test } from "vitest";
import { lowStockText, outOfStockTooltip, stockLabel } from "./stock.ts";

test.each([
  [-1, "sold-out", null],
  [0, "sold-out", null],
  [1, "low", "Only 1 left in stock!"],
  [5, "low", "Only 5 left in stock!"],
  [6, "in-stock", null],
])("a stock of %i is %s: %j", (stock, label, text) => {
  expect(stockLabel(stock)).toBe(label);
  expect(lowStockText(stock)).toBe(text);
});

test("the tooltip names what is available", () => {
  expect(outOfStockTooltip(0)).toBe("This option is currently out of stock (0 available)");
});
