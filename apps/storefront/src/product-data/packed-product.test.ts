import { expect, test } from "vitest";
import { packProduct, unpackProduct } from "./packed-product.ts";
import { coat } from "./product.fixture.ts";

function sent(product: ReturnType<typeof coat>) {
  const packed = packProduct(product);
  return JSON.parse(JSON.stringify(packed)) as typeof packed;
}

test("a product can be packed and unpacked without loss", () => {
  const measured = {
    ...coat(),
    measurements: [
      { label: "Length", letter: "A", bySize: { S: 105, M: 106.5 } },
      { label: "Chest", letter: "", bySize: { M: 54 } },
    ],
  };
  expect(unpackProduct(sent(measured))).toEqual(measured);
});

test("images of any URL can be packed and unpacked without loss", () => {
  const [first] = coat().images;
  if (first === undefined) throw new Error("The coat has no image.");
  const urls = [
    "/media/shop/coat-navy-front/640.webp",
    "/media/shop/coat/640.webp",
    "/media/up/0198e000/640.webp",
    "https://elsewhere.example/coat-navy.jpg",
    "/coat.webp",
    "coat.webp",
    "",
  ];
  const images = urls.flatMap((url) => [
    { ...first, url },
    { ...first, url, color: null },
  ]);
  const product = { ...coat(), images };
  expect(unpackProduct(sent(product)).images).toEqual(images);
});

test("a variant's own slug, SKU, prices and back-order are kept", () => {
  const product = coat({ "Navy / S": 0 });
  const [first, second, ...others] = product.variants;
  if (first === undefined || second === undefined) throw new Error("The coat has no variants.");
  const variants = [
    { ...first, slug: "navy-s-2", sku: "COAT-1", regularPrice: 200, lowestPrice: 80 },
    { ...second, maxQuantity: 12, backorderDate: "2026-12-01" },
    ...others,
  ];
  expect(unpackProduct(sent({ ...product, variants })).variants).toEqual(variants);
});

test("variants of a product without options keep their name", () => {
  const product = coat();
  const [only] = product.variants;
  if (only === undefined) throw new Error("The coat has no variants.");
  const variants = [{ ...only, name: "One Size", slug: "one-size", options: {} }];
  expect(unpackProduct(sent({ ...product, options: [], variants })).variants).toEqual(variants);
});

test("a typical variant is packed as its id, price, stock and values", () => {
  const [first] = packProduct(coat()).variants;
  expect(first).toEqual(["id of Navy / S", 90, 9, [0, 0]]);
});
