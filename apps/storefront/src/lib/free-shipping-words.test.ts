import { expect, test } from "vitest";
import { freeShippingWords } from "./free-shipping-words.ts";

const days = { min: 1, max: 2 };
const shipping = {
  methodName: "Standard",
  price: 4.5,
  freeAbove: 80,
  freeDomesticOnly: true,
  processingDays: days,
  transitDays: days,
};
const money = (major: number) => `€${major}`;

test.each([
  [{ shipping, country: "PT" }, "Free shipping on orders over €80 in Portugal"],
  [{ shipping, country: "US" }, "Free shipping on orders over €80 in the United States"],
  [
    { shipping: { ...shipping, freeDomesticOnly: false }, country: "PT" },
    "Free shipping on orders over €80",
  ],
  [{ shipping: { ...shipping, freeAbove: null }, country: "PT" }, null],
  [{ shipping: null, country: "PT" }, null],
] as const)("%j: %s", (store, words) => {
  expect(freeShippingWords({ ...store, locale: "en-IE" }, money)).toBe(words);
});
