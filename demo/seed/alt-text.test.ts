import { expect, test } from "vitest";
import { products } from "../catalogue/sorvela.ts";
import { altText } from "./alt-text.ts";

test.each([
  [
    "wool-sheath-dress",
    "Wool Sheath Dress in X, front, laid flat",
    "Wool Sheath Dress in X, back, laid flat",
  ],
  ["saddler-belt", "Saddler's Belt in X, front", "Saddler's Belt in X, back"],
  [
    "strap-loafer",
    "Strap Loafer in X, from above",
    "Strap Loafer in X, one from above and the sole of the other",
  ],
  [
    "satin-slingback",
    "Satin Slingback in X, from the side",
    "Satin Slingback in X, from the other side",
  ],
])("the pictures of %s are described as they are drawn", (link, front, back) => {
  expect([alt(link, "front"), alt(link, "back")]).toEqual([front, back]);
});

test("leather and suede aren't called cloth", () => {
  expect(
    ["saddler-belt", "suede-overshirt", "canvas-deck-sneaker"].map((link) => alt(link, "cloth")),
  ).toEqual([
    "The leather of the Saddler's Belt in X, close up",
    "The suede of the Suede Overshirt in X, close up",
    "The cloth of the Canvas Deck Sneaker in X, close up",
  ]);
});

function alt(link: string, view: "front" | "back" | "cloth"): string | undefined {
  const product = products.find((one) => one.link === link);
  return product && altText(product, view, "X");
}
