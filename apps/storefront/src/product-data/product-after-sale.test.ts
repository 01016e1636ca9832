import { expect, test } from "vitest";
import type { PageProduct } from "./page-product.ts";
import { productAfterSale } from "./product-after-sale.ts";

const end = "2026-11-20T10:00:00.000Z";
const later = "2026-11-20T10:00:01.000Z";

test("a product returns to its regular prices when its sale ends", () => {
  const reduced = { price: 50, regularPrice: 100, lowestPrice: 90 };
  const other = { price: 70, regularPrice: null, lowestPrice: null };
  const product = { sale: { endsAt: end }, variants: [reduced, other] } as PageProduct;
  const after = productAfterSale(product, end);
  expect(after.sale).toBeNull();
  expect(after.variants).toEqual([{ price: 100, regularPrice: null, lowestPrice: null }, other]);
  expect(productAfterSale(product, null)).toBe(product);
  const longer = { ...product, sale: { endsAt: later } };
  expect(productAfterSale(longer, end)).toBe(longer);
  const endless = { ...product, sale: null };
  expect(productAfterSale(endless, end)).toBe(endless);
});
