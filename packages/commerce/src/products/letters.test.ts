import { expect, test } from "vitest";
import { firstSigns } from "./letters.ts";

test("returns the first visible characters of a text, each complete", () => {
  const table: [string, number, string][] = [
    ["Sorvela", 1, "S"],
    ["😀 Shop", 1, "😀"],
    ["👩‍👩‍👧‍👦 Family", 1, "👩‍👩‍👧‍👦"],
    ["🏳️‍🌈 Pride", 1, "🏳️‍🌈"],
    ["🇮🇹 Moda", 1, "🇮🇹"],
    ["e\u0301toile", 1, "e\u0301"],
    ["हिन्दी", 1, "हि"],
    ["متجر", 1, "م"],
    ["\u200f\u2067שלום", 1, "ש"],
    ["𝒮hop", 1, "𝒮"],
    ["\u200b \u3164x", 1, "x"],
    [`a${"\u0301".repeat(100)}b`, 1, `a${"\u0301".repeat(15)}`],
    ["", 1, ""],
    [" ", 1, ""],
    ["😀é", 2, "😀é"],
    ["A", 2, "A"],
  ];
  for (const [text, count, first] of table)
    expect([text, firstSigns(text, count)]).toEqual([text, first]);
});
