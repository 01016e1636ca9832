import { expect, test } from "vitest";
import { departmentOf, knownCategory } from "./categories.ts";

const categories: [string, string | null][] = [
  ["Striped Silk Blouse", "tops"],
  ["Shirt Dress", "dresses"],
  ["LED High Tops", "shoes"],
  ["Red Sports Tee", "tops"],
  ["Chelsea Boots", "shoes"],
  ["Wool Scarves", "accessories"],
  ["Blue Silk Tuxedo", "outerwear"],
  ["Apparel & Accessories > Clothing > Dresses", "dresses"],
  ["Women's T-Shirts", "tops"],
  ["Short Sleeve", null],
  ["Gift of the month", null],
  ["__proto__", null],
  ["", null],
];
test.for(categories)("%s has the category %s", ([text, category]) => {
  expect(knownCategory(text)).toBe(category);
});

const departments: [string[], string | null][] = [
  [["women"], "women"],
  [["Mens"], "men"],
  [["men's"], "men"],
  [["female"], "women"],
  [["women", "men"], "unisex"],
  [["unisex"], "unisex"],
  [["menswear-ish", "omen"], null],
  [[], null],
];
test.for(departments)("%j indicate the department %s", ([tags, department]) => {
  expect(departmentOf(tags)).toBe(department);
});
