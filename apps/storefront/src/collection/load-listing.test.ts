import { expect, test } from "vitest";
import { mostReviewed } from "./load-listing.ts";

test("popular products are the most reviewed ones that can be bought", () => {
  const found = mostReviewed(
    [card("a", 0), card("b", 3), card("c", 9, "sold-out"), card("d", 0)],
    3,
  );
  expect(found.map(({ id }) => id)).toEqual(["b", "a", "d"]);
});

function card(id: string, count: number, stockLabel: "in-stock" | "sold-out" = "in-stock") {
  return {
    id,
    stockLabel,
    rating: { average: null, count },
  };
}
