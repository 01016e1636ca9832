import { variantName } from "../product-data/selection.ts";
import type { PageProduct, PageVariant } from "../product-data/page-product.ts";

/**
 * The sentence that names the variant still chosen, for the notice about a sold-out variant (`missing`). It is needed
 * because clicking a sold-out value doesn't change the choice. null if `missing` is the chosen variant or if the chosen
 * variant is sold out too.
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
