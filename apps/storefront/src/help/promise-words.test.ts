import { expect, test } from "vitest";
import { promiseWords, warrantyWords } from "./promise-words.ts";

const none = { refundDays: null, damageReportHours: null, warrantyYears: null };

test("pages state the store's promises with its own numbers", () => {
  const promises = { refundDays: { min: 5, max: 7 }, damageReportHours: 48, warrantyYears: 1 };
  expect(promiseWords({ returnDays: 30, promises })).toBe(
    "You have 30 days from delivery. Refunds take 5-7 business days. Tell us about damage within 48 hours.",
  );
  const others = { refundDays: { min: 1, max: 1 }, damageReportHours: 1, warrantyYears: 2 };
  expect(promiseWords({ returnDays: 1, promises: others })).toBe(
    "You have 1 day from delivery. Refunds take 1 business day. Tell us about damage within 1 hour.",
  );
  expect(warrantyWords(others)).toBe("2-year limited warranty against manufacturing defects.");
});

test("pages leave out promises that the store doesn't make", () => {
  expect(promiseWords({ returnDays: 0, promises: none })).toBe("");
  expect(promiseWords({ returnDays: 14, promises: none })).toBe("You have 14 days from delivery.");
  expect(warrantyWords(none)).toBe("");
});
