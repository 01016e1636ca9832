import { expect, test } from "vitest";
import { mostReviewed } from "./load-listing.ts";

test("popular products are the most reviewed ones that can be bought", () => {
  const found = mostReviewed(
    [piece("a", 0), piece("b", 3), piece("c", 9, "sold-out"), piece("d", 0)],
    3,
  );
  expect(found.map(({ id }) => id)).toEqual(["b", "a", "d"]);
});

function piece(id: string, count: number, stockLabel: "in-stock" | "sold-out" = "in-stock") {
  return {
    id,
    stockLabel,
    rating: { average: null, count },
  };
}
