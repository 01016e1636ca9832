import { isApiError } from "@vetrina/client/api-error";
import type { Client, Store } from "@vetrina/client/types";
import { newArrivalsLink } from "@vetrina/commerce/constants";
import { placeOf } from "../collection/places.ts";

/** The home page's products: those of the featured collection, or the store's newest if that is empty or missing. */
export async function loadFeatured(
  client: Client,
  linkStoreId: string,
  { title, collection }: Store["home"]["featured"],
) {
  try {
    const { items } = await client.products.listProducts({ linkStoreId, collection, limit: 8 });
    if (items.length > 0) return { title, collection, items };
  } catch (error) {
    if (!isApiError(error, "NOT_FOUND")) throw error;
  }
  const newest = placeOf(`/${newArrivalsLink}`);
  const { items } = await client.products.listProducts({
    linkStoreId,
    ...newest.otherwise,
    limit: 8,
  });
  // The title belongs to the featured collection. For the newest products, it is right only if that collection is New
  // Arrivals.
  const isMeant = collection === newArrivalsLink;
  return { title: isMeant ? title : newest.title, collection: newArrivalsLink, items };
}
