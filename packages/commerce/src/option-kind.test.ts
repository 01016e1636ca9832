import { expect, test } from "vitest";
import { isColor, isSize, optionKind, optionNames, valueOfKind } from "./option-kind.ts";

test.each([
  ["Color", "color"],
  ["COLOUR", "color"],
  ["Colore", "color"],
  ["Farbe", "color"],
  ["色", "color"],
  ["रंग", "color"],
  ["Màu sắc", "color"],
  ["Size", "size"],
  [" Taglia ", "size"],
  ["Größe", "size"],
  ["GRÖSSE", "size"],
  ["Gro\u0308ße", "size"],
  ["Tamaño", "size"],
  ["РАЗМЕР", "size"],
  ["サイズ", "size"],
  ["साइज़", "size"],
  ["사이즈", "size"],
  ["Material", null],
  ["Sizes of rings", null],
  ["", null],
  ["constructor", null],
] as const)("%s is %s", (name, kind) => {
  expect(optionKind(name)).toBe(kind);
  expect([isColor(name), isSize(name)]).toEqual([kind === "color", kind === "size"]);
});

test("names stand as they are compared, and each for one kind", () => {
  const all = [...optionNames.color, ...optionNames.size];
  expect(new Set(all).size).toBe(all.length);
  for (const name of all) expect(optionKind(name.toUpperCase())).toBe(optionKind(name));
});

test("of chosen values, the one of a kind", () => {
  expect(valueOfKind({ Taglia: "M", Colore: "Viola" }, "color")).toBe("Viola");
  expect(valueOfKind({ Material: "Wool" }, "size")).toBeNull();
});
