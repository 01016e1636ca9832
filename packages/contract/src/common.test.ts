import { expect, test } from "vitest";
import { beginning, Id } from "./common.ts";

test("a text is cut between its signs", () => {
  const table: [string, number, string][] = [
    ["short", 9, "short"],
    ["longer", 4, "long"],
    ["a😀b", 2, "a"],
    ["a😀b", 3, "a😀"],
    ["😀", 0, ""],
  ];
  for (const [text, most, cut] of table) expect([text, beginning(text, most)]).toEqual([text, cut]);
});

test("an id is the same in capitals", () => {
  expect(Id.parse("01A2039B-8D62-7656-9D87-0443E94FA59C")).toBe(
    "01a2039b-8d62-7656-9d87-0443e94fa59c",
  );
});
