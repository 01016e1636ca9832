import type { Client } from "@vetrina/client/types";
import { nameLikeSlug } from "@vetrina/commerce/store-name";

/**
 * The store where a visitor requested an account email whose link leads to the platform's host. `origin`: null for a
 * store with a custom domain, so that no page about passwords links to that domain. Its owner decides where it leads,
 * and anyone can request such an email for someone else.
 */
export type AskedAtStore = { slug: string; name: string; origin: string | null };

/**
 * The store that an account page's URL names; null if the URL names no store, an unknown store, or the store that
 * serves the page.
 */
export async function askedAtStore(
  { searchParams, hostname, protocol, port }: URL,
  { stores }: Pick<Client, "stores">,
  here: { slug: string },
): Promise<AskedAtStore | null> {
  const named = searchParams.get("store");
  if (named === null || named === here.slug || !/^[\w-]{1,63}$/.test(named)) return null;
  const store = await stores.getStore({ id: named }).catch(() => null);
  if (store === null || store.slug !== named || store.domain === hostname) return null;
  const isOfPlatform = store.domain.endsWith(`.${hostname}`);
  const origin = `${protocol}//${store.domain}${port === "" ? "" : `:${port}`}`;
  return { slug: store.slug, name: nameLikeSlug(store), origin: isOfPlatform ? origin : null };
}
