import { formatMoney } from "@vetrina/commerce/money";
import { describe, expect, test } from "vitest";
import { directionOf, isolated, isTurned, mirrored, spansOf } from "./text-direction.ts";

const written = (text: string, base = directionOf(text)) =>
  spansOf(text, base).map(({ text: part, isRightToLeft }) =>
    isRightToLeft ? mirrored(part) : part,
  );

describe("a line is written from left to right", () => {
  test.each([
    ["Total (22%) $1,234.50", ["Total (22%) $1,234.50"]],
    // Numbers and Latin words in Arabic keep their direction.
    ["صفحة 1 من 12", ["12", " نم ", "1", " ةحفص"]],
    ["فستان Silk 2026 أسود", ["دوسأ ", "Silk 2026", " ناتسف"]],
    ["שלום (2)", ["(", "2", ") םולש"]],
    // Arabic digits and their decimal separator keep their direction too.
    ["٤٥٫٩٩٠ د.ك", ["ك.د ", "٤٥٫٩٩٠"]],
    ["Ada אדה Byron", ["Ada ", "הדא", " Byron"]],
  ])("%s", (text, parts) => {
    expect(written(text)).toEqual(parts);
  });

  test("with isolated numbers unchanged", () => {
    expect(written(`فاتورة ${isolated("2026-000012")}`)).toEqual(["2026-000012", " ةروتاف"]);
    expect(written("فاتورة 2026-000012")).not.toContain("2026-000012");
  });
});

describe.each(["ltr", "rtl"] as const)("in a %s line, the amount", (base) => {
  test.each([
    [-15, "USD", "ar", "US$ −15.00"],
    [1250.5, "USD", "ar", "US$ 1,250.50"],
    [-15, "EUR", "ar", "€ −15.00"],
    [-15, "SAR", "ar", ".س.ر −15.00"],
    [-15, "USD", "ar-EG", "US$ ١٥٫٠٠−"],
    [-15, "USD", "en-US", "−$15.00"],
  ])(
    "%f %s in %s has its minus sign before its number, and its currency sign in one piece",
    (...amount) => {
      const [major, currency, locale, seen] = amount;
      const line = written(formatMoney(major, currency, locale), base).join("");
      expect(line.replaceAll("\u00a0", " ")).toBe(seen);
    },
  );
});

test("the first letter decides the direction of a text", () => {
  expect(["12 مرحبا", "12 Main St", "+966 50", "Ada مرحبا"].map(directionOf)).toEqual([
    "rtl",
    "ltr",
    "ltr",
    "ltr",
  ]);
});

test("brackets of a right-to-left text are mirrored, and only letters are laid out by their font", () => {
  expect(mirrored("(/ [")).toBe("] /)");
  expect(["سلام", "שלום", "٤٥٫٩", "(", "Ada"].map(isTurned)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
