import { variantName } from "../product-data/selection.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";

/**
 * A click on a sold-out value (`missing`) doesn't change the choice. Returns the sentence that says which variant is
 * still chosen; null if that variant is `missing` itself or sold out too.
 */
export function stillChosenText(
  product: PageProduct,
  missing: PageVariant,
  chosen: PageVariant | undefined,
): string | null {
  if (!chosen?.available || chosen.id === missing.id) return null;
  const name = variantName(product, chosen);
  return `Your choice is still ${name}. Add to Cart adds ${name}.`;
}
