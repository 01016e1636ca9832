import { expect, test } from "vitest";
import { plainLine, withoutLinks } from "./plain-words.ts";

test.each([
  ["Rua do Curtidor 27, 3.º Esq.", "Rua do Curtidor 27, 3.º Esq."],
  ["C/ Mayor 5, 2.ª", "C/ Mayor 5, 2.ª"],
  ["evil.example", "evil. example"],
  ["1.ºrg/x", "1. ºrg/x"],
  ["3.º.example", "3. º. example"],
])("an ordinal stays whole and a domain doesn't: %s", (text, safe) => {
  expect(plainLine(text)).toBe(safe);
  expect(withoutLinks(text)).toBe(safe);
});

test("a price in a text stays unchanged", () => {
  expect(withoutLinks("It costs 3.50 at www.evil.example")).toBe(
    "It costs 3.50 at www. evil. example",
  );
});
