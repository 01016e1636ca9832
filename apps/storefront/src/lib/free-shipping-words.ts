import { countryName } from "./formats.ts";
import type { Shop } from "./store.ts";
import { withArticle } from "./with-article.ts";

/**
 * "Free shipping on orders over $100". Adds "in" and the home country if another region has no free shipping above
 * that amount. null if the home country itself has no free shipping.
 */
export function freeShippingWords(
  { shipping, country, locale }: Pick<Shop, "shipping" | "country" | "locale">,
  money: (major: number) => string,
): string | null {
  if (shipping === null || shipping.freeAbove === null) return null;
  const home = withArticle(countryName(country, locale));
  const words = `Free shipping on orders over ${money(shipping.freeAbove)}`;
  return shipping.freeDomesticOnly ? `${words} in ${home}` : words;
}
