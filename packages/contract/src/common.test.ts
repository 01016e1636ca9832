import { expect, test } from "vitest";
import { beginning, Id } from "./common.ts";

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
