import * as fc from "fast-check";
import { expect, test } from "vitest";
import { beginning, Id, isMark, stacksMarks, tidyWord, wordKey } from "./common.ts";

test("cuts a text between characters, never inside one", () => {
  const table: [string, number, string][] = [
    ["short", 9, "short"],
    ["longer", 4, "long"],
    ["a😀b", 2, "a"],
    ["a😀b", 3, "a😀"],
    ["😀", 0, ""],
  ];
  for (const [text, max, cut] of table) expect([text, beginning(text, max)]).toEqual([text, cut]);
});

test("an id is case-insensitive", () => {
  expect(Id.parse("01A2039B-8D62-7656-9D87-0443E94FA59C")).toBe(
    "01a2039b-8d62-7656-9d87-0443e94fa59c",
  );
});

const byCharacter = (text: string) =>
  Array.from(tidyWord(text), (one) => (one === "İ" ? "i" : one.toLowerCase())).join("");

test("a word's key converts each character to lower case by itself, as the database does", () => {
  const part = fc.oneof(
    fc.constantFrom("Σ", "ΑΣ", "Σ.", "İ", "I\u0307", "ẞ"),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(wordKey(parts.join(""))).toBe(byCharacter(parts.join("")));
    }),
  );
});

test("combining marks are those of Unicode and the half-width Japanese ones", () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint);
    if (isMark(codePoint) !== /[\p{M}\uff9e\uff9f]/u.test(character))
      wrong.push(codePoint.toString(16));
  }
  expect(wrong).toEqual([]);
});

test("more than 32 stacked marks are detected at any position, and 32 are accepted", () => {
  const marks = ["\u0315", "\u0316", "\u0591", "\uff9e", "\u{1d165}", "\u{e0100}"];
  const other = fc.array(fc.constantFrom("a", "é", "漢", "😀"), { maxLength: 80 });
  const stacks = fc.array(fc.constantFrom(...marks), { minLength: 1, maxLength: 70 });
  fc.assert(
    fc.property(other, stacks, other, (before, stack, after) => {
      const text = [...before, "a", ...stack, ...after].join("");
      expect(stacksMarks(text)).toBe(stack.length > 32);
    }),
    { numRuns: 1000 },
  );
});
