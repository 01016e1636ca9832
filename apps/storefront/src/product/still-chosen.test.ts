import { expect, test } from "vitest";
import { coat } from "../product-data/product.fixture.ts";
import { stillChosenText } from "./still-chosen.ts";

test.each([
  ["Navy / M", "Navy / S", "Your choice is still Navy / S. Add to Cart adds Navy / S."],
  ["Navy / M", "Camel / S", null],
  ["Navy / M", "Navy / M", null],
])("with %s clicked and %s chosen, the notice says: %s", (clicked, chosen, text) => {
  const product = coat({ "Navy / M": 0, "Camel / S": 0 });
  const [missing, still] = [clicked, chosen].map((name) =>
    product.variants.find((variant) => variant.name === name),
  );
  if (missing === undefined) throw new Error(`There is no variant ${clicked}.`);
  expect(stillChosenText(product, missing, still)).toBe(text);
  expect(stillChosenText(product, missing, undefined)).toBeNull();
});
