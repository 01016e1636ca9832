import { hasPassed } from "../sale/has-passed.ts";
import type { PageProduct } from "./page-product.ts";

/** Returns the product at its regular prices if its sale ended by the time `passed` (ISO 8601); otherwise unchanged. */
export function productAfterSale(product: PageProduct, passed: string | null): PageProduct {
  if (!hasPassed(product.sale?.endsAt ?? null, passed)) return product;
  const variants = product.variants.map((variant) =>
    variant.regularPrice === null
      ? variant
      : { ...variant, price: variant.regularPrice, regularPrice: null, lowestPrice: null },
  );
  return { ...product, sale: null, variants };
}
