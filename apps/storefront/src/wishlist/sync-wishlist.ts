import { createClient } from "@vetrina/client/create-client";
import { defaultTokenStore, usableTokens } from "@vetrina/client/tokens";
import { changeStoredText, readStoredText } from "../lib/stored-text.ts";
import { parseWishlist, wishlistStorageKey } from "./wishlist.ts";
import {
  changed,
  changesSince,
  knownWishlistKey,
  type KnownWishlist,
  parseKnownWishlist,
} from "./wishlist-account.ts";

// A session that has expired meanwhile leads nobody away from the page they are on.
const client = createClient({ onSignedOut() {} });
let running: Promise<void> = Promise.resolve();

/** Sends what has changed in this browser and takes over what the account holds; one at a time. A guest's list stays as it is. */
export function syncWishlist(slug: string, storeId: string): Promise<void> {
  running = syncAfter(running, slug, storeId);
  return running;
}

/** The same, where the account was not asked since somebody signed in. */
export async function joinWishlists(slug: string, storeId: string): Promise<void> {
  const known = parseKnownWishlist(readStoredText(knownWishlistKey(slug)));
  if (known === null || known.isStale) await syncWishlist(slug, storeId);
}

/** Whoever uses this browser next is not shown the account's wishlist. */
export function forgetWishlist(slug: string): void {
  for (const key of [wishlistStorageKey(slug), knownWishlistKey(slug)]) changeStoredText(key, none);
}

/** Somebody has signed in: the next page asks the account. */
export function expectWishlist(slug: string): void {
  const key = knownWishlistKey(slug);
  changeStoredText(key, (now) => {
    const known = parseKnownWishlist(now);
    return known && JSON.stringify({ ...known, isStale: true });
  });
}

async function syncAfter(before: Promise<void>, slug: string, storeId: string): Promise<void> {
  await before.catch(() => {});
  await sync(slug, storeId);
}

async function sync(slug: string, storeId: string): Promise<void> {
  if (!isSignedIn()) return;
  const [listKey, knownKey] = [wishlistStorageKey(slug), knownWishlistKey(slug)];
  const { id } = await client.customers.getMyCustomer({ storeId });
  const known = parseKnownWishlist(readStoredText(knownKey));
  const ids = parseWishlist(readStoredText(listKey));
  const body = changesSince(known, id, ids);
  const isChanged = body.add.length + body.remove.length > 0;
  const { items } = isChanged
    ? await client.customers.updateWishlist({ id, body })
    : await client.customers.listWishlist({ id });
  // Signed out meanwhile: the answer is nobody's business any more.
  if (!isSignedIn()) return;
  const held = items.map(({ productId }) => productId).toReversed();
  const sent: KnownWishlist = { customer: id, ids, isStale: false };
  changeStoredText(listKey, (now) =>
    JSON.stringify(changed(held, changesSince(sent, id, parseWishlist(now)))),
  );
  changeStoredText(knownKey, () => JSON.stringify({ ...sent, ids: held }));
}

/** As far as this browser knows. */
export function isSignedIn(): boolean {
  const { accessToken, refreshToken } = usableTokens(defaultTokenStore().read());
  return accessToken !== null || refreshToken !== null;
}

function none(): null {
  return null;
}
