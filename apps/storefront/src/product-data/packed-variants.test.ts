import { expect, test } from "vitest";
import { packVariants, unpackProduct } from "./packed-variants.ts";
import { coat } from "./product.fixture.ts";

test("variants can be packed and unpacked without loss", () => {
  const product = coat({ "Navy / S": 0 });
  const [first, ...others] = product.variants;
  if (first === undefined) throw new Error("The coat has no variants.");
  const variants = [{ ...first, slug: "navy-s-2", sku: "COAT-1", regularPrice: 200 }, ...others];
  const packed = { ...product, variants: packVariants(variants, product.options) };
  const sent = JSON.parse(JSON.stringify(packed)) as typeof packed;
  expect(unpackProduct(sent).variants).toEqual(variants);
});

test("variants of a product without options keep their name", () => {
  const { variants, ...rest } = coat();
  const [only] = variants;
  if (only === undefined) throw new Error("The coat has no variants.");
  const plain = { ...only, name: "One Size", slug: "one-size", options: {} };
  const packed = { ...rest, options: [], variants: packVariants([plain], []) };
  expect(unpackProduct(packed).variants).toEqual([plain]);
});
