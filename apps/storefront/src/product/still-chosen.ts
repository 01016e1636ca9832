import { variantName } from "../product-data/selection.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";

/**
 * The sentence about the chosen variant in the notice about a sold-out one (`missing`): clicking a sold-out value
 * doesn't change the choice. null if the notice is about the chosen variant itself, or if that is sold out too.
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
