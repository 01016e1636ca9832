import { expect, test } from "vitest";
import { dayWords, priceWords } from "./shipping-words.ts";

const money = (major: number) => `$${major}`;

test.each([
  [{ price: 0, freeAbove: null }, "Free"],
  [{ price: 29.99, freeAbove: null }, "$29.99"],
  [{ price: 9.99, freeAbove: 100 }, "Free on orders over $100, otherwise $9.99"],
])("a rate's price as text", (rate, words) => {
  expect(priceWords(rate, money)).toBe(words);
});

test.each([
  [{ min: 8, max: 12 }, "8-12 business days"],
  [{ min: 2, max: 2 }, "2 business days"],
  [{ min: 1, max: 1 }, "1 business day"],
])("days as text", (days, words) => {
  expect(dayWords(days)).toBe(words);
});
