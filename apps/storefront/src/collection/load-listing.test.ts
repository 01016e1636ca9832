import { expect, test } from "vitest";
import { deepestCut, mostReviewed } from "./load-listing.ts";

test("'up to N percent off' is the deepest cut there is", () => {
  expect(deepestCut([cut(80, 100), cut(50, 75), cut(10, null)])).toBe(33);
  expect(deepestCut([cut(10, null)])).toBeNull();
  expect(deepestCut([])).toBeNull();
});

test("popular pieces are those most reviewed that can be bought", () => {
  const found = mostReviewed(
    [piece("a", 0), piece("b", 3), piece("c", 9, "sold-out"), piece("d", 0)],
    3,
  );
  expect(found.map(({ id }) => id)).toEqual(["b", "a", "d"]);
});

function cut(price: number, regularPrice: number | null) {
  return { price, regularPrice };
}

function piece(id: string, count: number, stockLabel: "in-stock" | "sold-out" = "in-stock") {
  return {
    id,
    stockLabel,
    rating: { average: null, count },
  };
}
