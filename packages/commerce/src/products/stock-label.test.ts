import { expect, test } from "vitest";
import {
  expectedDate,
  lowStockText,
  maximumToBuy,
  outOfStockTooltip,
  stockLabel,
} from "./stock-label.ts";

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

test.each([
  [6, 0, "in-stock", 6],
  [3, 10, "low", 13],
  [0, 10, "back-order", 10],
  [-9, 10, "back-order", 1],
  [-10, 10, "sold-out", 0],
  [-10, 2, "sold-out", 0],
])(
  "%i units and up to %i back-orders are %s: at most %i can be bought",
  (stock, limit, label, max) => {
    expect(stockLabel(stock, limit)).toBe(label);
    expect(maximumToBuy(stock, limit)).toBe(max);
  },
);

test("an expected day is shown until it has passed", () => {
  const now = new Date("2026-11-22T10:00:00Z");
  expect(
    ["2026-11-21", "2026-11-22", "2026-12-24", null].map((day) => expectedDate(day, now)),
  ).toEqual([null, "2026-11-22", "2026-12-24", null]);
});

test("the tooltip states how many are available", () => {
  expect(outOfStockTooltip(0)).toBe("This option is currently out of stock (0 available)");
});
