import { createClient } from "@vetrina/client/create-client";
import { productPath } from "@vetrina/commerce/shop-paths";
import type { Products } from "./journey.ts";

/** A number of option values that is greater than the page's limit for buttons. */
export const manyValues = 70;

/**
 * Finds the product pages that screenshots start at, among the products with these slugs or, without slugs, the
 * store's first 24 by name.
 */
export async function productsOf(
  baseUrl: string,
  store: string,
  links?: readonly string[],
): Promise<Products> {
  const { products } = createClient({ baseUrl });
  const found: Products = { buyable: null, soldOut: null, manyValues: null };
  for (const link of links ?? (await firstLinks(baseUrl, store))) {
    const { variants, options } = await products.getProductPage({ id: store, link });
    const inStock = variants.find(({ stock }) => stock > 5);
    if (inStock === undefined) continue;
    const path = productPath(link, inStock.slug);
    const gone = variants.find(({ stock }) => stock === 0);
    if (options.some(({ values }) => values.length >= manyValues)) found.manyValues ??= path;
    else found.buyable ??= path;
    if (gone !== undefined) found.soldOut ??= productPath(link, gone.slug);
  }
  return found;
}

async function firstLinks(baseUrl: string, store: string): Promise<string[]> {
  const { products } = createClient({ baseUrl });
  const { items } = await products.listProducts({ linkStoreId: store, limit: 24, sort: "name" });
  return items.map(({ link }) => link);
}
