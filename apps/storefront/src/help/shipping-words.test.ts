import { expect, test } from "vitest";
import { cutOffWords, dayWords, priceWords } from "./shipping-words.ts";

const money = (major: number) => `$${major}`;

const flat = { type: "FLAT" as const, steps: [], freeAbove: null };
const steps = [
  { from: 0, price: 9.99 },
  { from: 2000, price: 14.99 },
];

test.each([
  [{ ...flat, price: 0 }, "Free"],
  [{ ...flat, price: 29.99 }, "$29.99"],
  [
    { ...flat, price: 9.99, freeAbove: 100 },
    "Free on orders over $100 after discounts, otherwise $9.99",
  ],
  [{ ...flat, type: "BY_WEIGHT" as const, price: 9.99, steps }, "From $9.99, by weight"],
  [
    { ...flat, type: "BY_SUBTOTAL" as const, price: 9.99, steps, freeAbove: 100 },
    "Free on orders over $100 after discounts, otherwise from $9.99, by order value",
  ],
])("formats the price of a rate", (rate, words) => {
  expect(priceWords(rate, money)).toBe(words);
});

test.each([
  [{ min: 8, max: 12 }, "8-12 business days"],
  [{ min: 2, max: 2 }, "2 business days"],
  [{ min: 1, max: 1 }, "1 business day"],
  [{ min: 0, max: 0 }, "the same business day"],
])("formats a range of days", (days, words) => {
  expect(dayWords(days)).toBe(words);
});

test.each([
  [
    14,
    "Orders placed before 2:00 PM Rome time count from the same business day, later ones from the next.",
  ],
  [0, "Business days count from the one after you order."],
  [null, null],
])("a cut-off at %s is explained", (cutOffHour, words) => {
  const shippingCalendar = { cutOffHour, workingDays: [1, 2, 3, 4, 5], holidays: [] };
  const said = cutOffWords({ shippingCalendar, timeZone: "Europe/Rome", locale: "en-US" });
  expect(said?.replaceAll("\u202f", " ") ?? null).toBe(words);
});
