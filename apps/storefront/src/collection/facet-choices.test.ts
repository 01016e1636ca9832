import type { Facet } from "@vetrina/contract/catalogue/products";
import { expect, test } from "vitest";
import {
  appliedChips,
  facetChoices,
  isIdle,
  packChoices,
  sellsClothes,
  soldDepartments,
  unpackChoices,
} from "./facet-choices.ts";
import { listingSearch, parseListing } from "./listing-state.ts";

const state = parseListing(new URLSearchParams("color=navy&size=42&page=2"));
const value = (value: string, label: string, count = 1) => ({ value, label, count, swatch: null });
const facets: Facet[] = [
  { name: "category", values: [value("shoes", "Shoes", 3)], omittedCount: 0 },
  { name: "department", values: [value("men", "Men", 3)], omittedCount: 0 },
  { name: "price", values: [value("under-50", "Under €50", 0)], omittedCount: 0 },
  { name: "size", values: [value("42", "42", 3)], omittedCount: 0 },
  { name: "color", values: [{ ...value("navy", "Navy", 2), swatch: "#2a3957" }], omittedCount: 0 },
];
const groups = facetChoices(facets, state, true);
const labels = (name: string) =>
  groups.find((group) => group.name === name)?.choices.map(({ label, count }) => [label, count]);

test("lists the standard values first, with 0 if the shop has none, then the other values in stock", () => {
  expect(labels("category")).toEqual([
    ["Dresses", 0],
    ["Tops", 0],
    ["Bottoms", 0],
    ["Outerwear", 0],
    ["Accessories", 0],
    ["Shoes", 3],
  ]);
  expect(labels("size")?.at(-1)).toEqual(["42", 3]);
  expect(labels("color")?.map(([label]) => label)).toEqual([
    "Black",
    "White",
    "Beige",
    "Navy",
    "Red",
  ]);
});

test("a store without clothes shows only the values it has", () => {
  const own = facetChoices(facets, state, sellsClothes(facets));
  const shown = own.map(({ name, choices }) => [name, choices.map(({ label }) => label)]);
  expect(Object.fromEntries(shown)).toEqual({
    category: ["Shoes"],
    department: ["Men"],
    price: ["Under €50"],
    size: ["42"],
    color: ["Navy"],
  });
});

test("one dress makes it a clothing store; a category with 0 products does not", () => {
  const of = (...values: ReturnType<typeof value>[]) =>
    sellsClothes([{ name: "category", values, omittedCount: 0 }]);
  expect(of(value("shoes", "Shoes"), value("dresses", "Dresses"))).toBe(true);
  expect(of(value("shoes", "Shoes"), value("dresses", "Dresses", 0))).toBe(false);
  expect(sellsClothes([])).toBe(false);
});

test("choices can be packed and unpacked, and the state selects them", () => {
  const unstated = facetChoices(facets, parseListing(new URLSearchParams()), true);
  const data = JSON.parse(JSON.stringify(packChoices(unstated))) as ReturnType<typeof packChoices>;
  expect(unpackChoices(data, state)).toEqual(groups);
});

test("price labels are in the store's currency", () => {
  expect(labels("price")).toEqual([["Under €50", 0]]);
});

test("chips name the chosen values and link to the list without them", () => {
  const chips = appliedChips(groups, state);
  expect(chips.map(({ label }) => label)).toEqual(["Size 42", "Navy"]);
  expect(chips.map(({ rest }) => listingSearch(rest))).toEqual(["?color=navy", "?size=42"]);
});

test("a facet with one value that isn't chosen is left out", () => {
  expect(groups.filter(isIdle).map(({ name }) => name)).toEqual(["department", "price"]);
});

const of = (...values: [string, number][]) =>
  soldDepartments([
    {
      name: "department",
      values: values.map(([one, count]) => value(one, one, count)),
      omittedCount: 0,
    },
  ]);

test("lists link to the departments that the shop sells", () => {
  expect(of(["women", 2], ["men", 1])).toEqual(["men", "women"]);
  expect(of(["women", 2], ["men", 0])).toEqual(["women"]);
  expect(of(["unisex", 1])).toEqual(["men", "women"]);
  expect(of()).toEqual([]);
  expect(soldDepartments([])).toEqual([]);
});
