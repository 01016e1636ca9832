import { expect, test } from "vitest";
import { isColor, optionKind, optionNames, optionOfKind, valueOfKind } from "./option-kind.ts";

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
  ["Väri", "color"],
  ["ΧΡΏΜΑ", "color"],
  ["Størrelse", "size"],
  ["Material", null],
  ["Sizes of rings", null],
  ["", null],
  ["constructor", null],
] as const)("%s is %s", (name, kind) => {
  expect(optionKind(name)).toBe(kind);
  expect(isColor(name)).toBe(kind === "color");
});

test("names are listed in normalized form, and each has one kind", () => {
  const all = [...optionNames.color, ...optionNames.size];
  expect(new Set(all).size).toBe(all.length);
  for (const name of all) expect(optionKind(name.toUpperCase())).toBe(optionKind(name));
});

test("selects the value of a kind", () => {
  expect(valueOfKind({ Taglia: "M", Colore: "Viola" }, "color")).toBe("Viola");
  expect(valueOfKind({ Material: "Wool" }, "size")).toBeNull();
});

const option = (name: string, ...values: string[]) => ({
  name,
  values: values.map((value) => ({ value, swatch: value.startsWith("#") ? value : null })),
});

test("without known names, the color is recognized by swatches and the size by its values", () => {
  const kinds = (...options: ReturnType<typeof option>[]) => [
    optionOfKind(options, "color")?.name,
    optionOfKind(options, "size")?.name,
  ];
  expect(kinds(option("Finish", "#111111", "Oak"), option("Fit", "S", "2XL", "M/L"))).toEqual([
    "Finish",
    "Fit",
  ]);
  expect(
    kinds(option("Trim", "#111111"), option("Colour", "Red"), option("EU", "38", "40.5")),
  ).toEqual(["Colour", "EU"]);
  expect(
    kinds(option("Fit", "S", "Slim"), option("Pack", "2", "10"), option("Weight", "100")),
  ).toEqual([undefined, undefined]);
  const options = [option("Finish", "#111111"), option("Cup", "S")];
  expect(valueOfKind({ Finish: "#111111", Cup: "S" }, "color", options)).toBe("#111111");
});
