import { categoryPath, collectionPath } from "@vetrina/commerce/shop-paths";
import { expect, test } from "vitest";
import { placeOf } from "./places.ts";

test("two paths of the same list are the same place", () => {
  expect(placeOf("/new").path).toBe("/new-arrivals");
  expect(placeOf("/collections/dresses", "dresses").path).toBe("/dresses");
  expect(placeOf("/dresses/").path).toBe("/dresses");
});

test("a custom collection keeps its path and has no fallback", () => {
  const place = placeOf("/collections/evening-table", "evening-table");
  expect(place).toMatchObject({ path: "/collections/evening-table", otherwise: null });
});

test("slugs named like pages other than collections are still collections", () => {
  expect(placeOf("/collections/search", "search")).toMatchObject({
    kind: "collection",
    collection: "search",
  });
});

test("a category without a collection falls back to the filter", () => {
  expect(placeOf("/shoes").otherwise).toEqual({ category: ["shoes"] });
});

test("collections and categories have canonical paths", () => {
  expect(collectionPath("women")).toBe("/women");
  expect(collectionPath("small-parcels")).toBe("/collections/small-parcels");
  expect(categoryPath("shoes")).toBe("/shoes");
  expect(categoryPath("t shirts")).toBe("/collection?category=t%20shirts");
});
