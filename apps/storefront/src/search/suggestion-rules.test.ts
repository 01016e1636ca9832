import { expect, test } from "vitest";
import { markMatches, moveActive, parseRecent, withRecent } from "./suggestion-rules.ts";

const marked = (text: string, query: string) =>
  markMatches(text, query)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join("");

test("marks the query's words at the start of words", () => {
  expect(marked("Double-Breasted Wool Coat", "wool co")).toBe("Double-Breasted [Wool] [Co]at");
  expect(marked("Woolen coat, no wool", "wool")).toBe("[Wool]en coat, no [wool]");
  expect(marked("Knitwool", "wool")).toBe("Knitwool");
});

test("treats regular expression characters literally", () => {
  expect(marked("A (b) coat", "(b) .* co[")).toBe("A ([b]) [co]at");
  expect(marked("Écharpe", "é")).toBe("[É]charpe");
  expect(marked("Coat", "  ")).toBe("Coat");
});

test("a repeated query moves to the front", () => {
  expect(withRecent(["coat", "knit"], " Knit ")).toEqual(["Knit", "coat"]);
  expect(withRecent(["a", "b", "c", "d", "e"], "f")).toEqual(["f", "a", "b", "c", "d"]);
  expect(withRecent(["a"], " ")).toEqual(["a"]);
});

test("invalid storage gives an empty list", () => {
  expect(parseRecent('["coat",3,"knit"]')).toEqual(["coat", "knit"]);
  for (const text of [null, "{", '{"a":1}', "3"]) expect(parseRecent(text)).toEqual([]);
});

test("the arrow keys wrap around through the field", () => {
  expect(moveActive(-1, 3, "ArrowDown")).toBe(0);
  expect(moveActive(2, 3, "ArrowDown")).toBe(-1);
  expect(moveActive(-1, 3, "ArrowUp")).toBe(2);
  expect(moveActive(0, 3, "ArrowUp")).toBe(-1);
  expect(moveActive(-1, 0, "ArrowDown")).toBe(-1);
});
