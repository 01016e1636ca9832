import { expect, test } from "vitest";
import { editDistance, nearestWord, searchWords, tsqueryText } from "./search-terms.ts";

test("words become quoted terms, the last one a beginning too", () => {
  expect(tsqueryText(["red", "o'neil"])).toBe("('red') & ('o''neil' | 'o''neil':*AB)");
  expect(tsqueryText(["sweaters"])).toContain("'knit'");
  expect(tsqueryText(["jaket"], new Map([["jaket", "jacket"]]))).toBe(
    "('jaket' | 'jacket' | 'jaket':*AB)",
  );
});

test("at most ten words are looked for", () => {
  expect(searchWords("a ".repeat(50))).toHaveLength(10);
  expect(searchWords("  Red\u0000  DRESS ")).toEqual(["red", "dress"]);
});

test("edit distance counts insertions, losses, replacements and neighbors swapped", () => {
  const table: [string, string, number][] = [
    ["", "abc", 3],
    ["dress", "dress", 0],
    ["dreess", "dress", 1],
    ["drss", "dress", 1],
    ["dross", "dress", 1],
    ["derss", "dress", 1],
    ["sweater", "swaeter", 1],
    ["coat", "boots", 3],
  ];
  for (const [a, b, distance] of table)
    expect([a, b, editDistance(a, b)]).toEqual([a, b, distance]);
});

test("the nearest word is the likeliest; a known word or its beginning needs none", () => {
  expect(nearestWord("jaket", ["packet", "jacket", "basket"])).toBe("jacket");
  expect(nearestWord("dress", ["dress", "cress"])).toBeNull();
  expect(nearestWord("trous", ["trousers"])).toBeNull();
  expect(nearestWord("kilts", ["kilt"])).toBeNull();
  expect(nearestWord("cat", ["dog", "coats"])).toBeNull();
});
