import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  editDistance,
  nearestWord,
  maxFinds,
  originalsOf,
  phrasesOf,
  searchTerms,
  searchWords,
  skuText,
} from "./search-terms.ts";

test("words become quoted terms, and the last one is also a prefix", () => {
  expect(searchTerms({ words: ["red", "o'neil"], inEnglish: false })).toEqual({
    terms: ["((('red')))", "((('o''neil')))"],
    starts: ["'red'", "'o''neil':*AB"],
    exactTerms: null,
  });
  for (const word of ["sweaters", "hoodie"])
    expect(searchTerms({ words: [word], inEnglish: true }).terms[0]).toContain("'knit'");
  expect(searchTerms({ words: ["sweaters"], inEnglish: false }).terms[0]).not.toContain("'knit'");
  const instead = new Map([["jaket", "jacket"]]);
  expect(searchTerms({ words: ["dres", "of", "slik"], instead, inEnglish: false }).starts).toEqual([
    "'dres':*AB",
    "'of'",
    "'slik':*AB",
  ]);
  const many = ["one", "two", "six", "ten", "last"];
  expect(searchTerms({ words: many, instead, inEnglish: false }).starts).toEqual([
    "'one':*AB",
    "'two':*AB",
    "'six':*AB",
    "'ten'",
    "'last':*AB",
  ]);
  expect(searchTerms({ words: ["jaket"], instead, inEnglish: false }).terms).toEqual([
    "((('jaket' | 'jacket')))",
  ]);
});

const term = (word: string, inEnglish = true) => searchTerms({ words: [word], inEnglish }).terms;

test("a color in English also finds its shades, but a shade finds only itself", () => {
  expect(term("blue")).toEqual(["((('blue' | 'navy' | 'indigo' | 'cobalt' | 'sky' | 'azure')))"]);
  for (const word of ["grey", "gray"]) expect(term(word)[0]).toContain("'charcoal'");
  expect(term("navy")).toEqual(["((('navy')))"]);
  expect(term("blue", false)).toEqual(["((('blue')))"]);
});

test("a synonym is an alternative to its whole phrase, and longer phrases take precedence", () => {
  const finds = new Map([
    ["rain coat", ["mac"]],
    ["rain", ["weather"]],
  ]);
  expect(searchTerms({ words: ["red", "rain", "coat"], finds, inEnglish: false })).toEqual({
    terms: ["((('red')))", "((('rain') & ('coat')) | 'mac')"],
    starts: ["'red'", "'rain' & 'coat':*AB"],
    exactTerms: ["((('red')))", "((('rain') & ('coat')))"],
  });
  const instead = new Map([["beenie", "beanie"]]);
  expect(searchTerms({ words: ["beenie"], instead, inEnglish: true })).toMatchObject({
    terms: ["((('beenie' | 'beanie' | 'hat' | 'cap')))"],
    exactTerms: ["((('beenie' | 'beanie')))"],
  });
  expect(phrasesOf(["a", "b", "c"])).toEqual(["a", "a b", "a b c", "b", "b c", "c"]);
});

test("a translated option finds its original, even inflected or as a prefix", () => {
  const options = new Map([
    ["Black", "schwarz"],
    ["Off White", "gebrochenes weiss"],
  ]);
  const of = (...words: string[]) => Object.fromEntries(originalsOf(words, options));
  expect(of("schwarze", "hose")).toEqual({ schwarze: ["black"] });
  expect(of("hose", "schw")).toEqual({ schw: ["black"] });
  expect(of("schw", "hose")).toEqual({});
  expect(of("gebrochenes", "weiss")).toEqual({ "gebrochenes weiss": ["off white"] });
});

test("if many translations are equal, a limited number of originals is searched", () => {
  const alike = new Map(Array.from({ length: 2000 }, (_, i) => [`o${i}`, "xxx"]));
  const words = searchWords("xxx ".repeat(10));
  const finds = originalsOf(words, alike);
  expect([...finds].map(([phrase, originals]) => [phrase, originals.length])).toEqual([
    ["xxx", maxFinds],
  ]);
  const { terms, starts } = searchTerms({ words, finds, inEnglish: true });
  expect([terms.length, starts.length]).toEqual([2, 2]);
  const different = searchWords(Array.from({ length: 10 }, (_, i) => `xx${i}`).join(" "));
  const many = new Map(Array.from({ length: 2000 }, (_, i) => [`o${i}`, `xx${i % 10}`]));
  const originals = [...originalsOf(different, many).values()].flat();
  expect(originals.length).toBeLessThanOrEqual(2 * maxFinds);
});

test("a SKU is searched as typed, and as a prefix if it looks like one", () => {
  expect(skuText(["coat"])).toBe("'#coat'");
  expect(skuText(["coat_12", "navy"])).toBe("'#coat-12-navy':*");
  expect(skuText(["--"])).toBe("'#'");
  expect(skuText(["coat"], true)).toBe("'#coat':*");
});

test("at most ten words are searched", () => {
  expect(searchWords("a ".repeat(50))).toHaveLength(10);
  expect(searchWords("  Red\u0000  DRESS ")).toEqual(["red", "dress"]);
  expect(searchWords("\u200bRed dr\u00adess\ufeff")).toEqual(["red", "dress"]);
  expect(searchWords("Écharpe GRÜẞE Łódź 連衣裙 чёрный")).toEqual([
    "echarpe",
    "grusse",
    "lodz",
    "連",
    "衣",
    "裙",
    "черный",
  ]);
});

test("edit distance counts insertions, deletions, replacements and swaps of adjacent letters", () => {
  const table: [string, string, number][] = [
    ["", "abc", 3],
    ["dress", "dress", 0],
    ["dreess", "dress", 1],
    ["dross", "dress", 1],
    ["derss", "dress", 1],
    ["sweater", "swaeter", 1],
    ["coat", "boots", 3],
  ];
  for (const [a, b, distance] of table)
    expect([a, b, editDistance(a, b)]).toEqual([a, b, distance]);
});

test("a distance above the limit is the limit plus one, and all others are exact", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
      expect(editDistance(a, b, max)).toBe(Math.min(editDistance(a, b), max + 1));
    }),
    { numRuns: 2000 },
  );
});

test("corrects to the nearest word, but not a known word or its prefix", () => {
  expect(nearestWord("jaket", ["packet", "jacket", "basket"])).toBe("jacket");
  expect(nearestWord("blck", ["back", "black", "block"])).toBe("black");
  expect(nearestWord("dress", ["dress", "cress"])).toBeNull();
  expect(nearestWord("trous", ["trousers"])).toBeNull();
  expect(nearestWord("kilts", ["kilt"])).toBeNull();
  expect(nearestWord("cat", ["dog", "coats"])).toBeNull();
});
