import { expect, test } from "vitest";
import { wordmarkSize } from "./wordmark-size.ts";

test("a name is as large as fits on one line, and a long name as large as its longest word allows", () => {
  expect(wordmarkSize("Sorvela")).toContain("31vw");
  expect(wordmarkSize("Tordo")).toContain("31vw");
  // In Mammoth, three of the seven letters are wide.
  expect(wordmarkSize("Mammoth")).toContain("19vw");
  expect(wordmarkSize("Two products")).toContain("19vw");
  expect(wordmarkSize("Linden Row")).toContain("19vw");
  expect(wordmarkSize("Linden Grove")).toContain("31vw");
  expect(wordmarkSize("Rosa & Wintergarden")).toContain("13vw");
  expect(wordmarkSize("Handschuhmanufaktur")).toContain("7vw");
});
