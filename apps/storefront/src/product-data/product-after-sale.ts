import { hasPassed } from "../sale/has-passed.ts";
import type { PageProduct } from "./page-product.ts";

/** The product, at its regular prices if its sale has ended by `passed` (ISO 8601). */
export function productAfterSale(product: PageProduct, passed: string | null): PageProduct {
  if (!hasPassed(product.sale?.endsAt ?? null, passed)) return product;
  const variants = product.variants.map((variant) =>
    variant.regularPrice === null
      ? variant
      : { ...variant, price: variant.regularPrice, regularPrice: null, lowestPrice: null },
  );
  return { ...product, sale: null, variants };
}
