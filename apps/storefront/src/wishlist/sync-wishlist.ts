import { storageKey } from "@vetrina/commerce/constants";
import { createClient } from "@vetrina/client/create-client";
import { defaultTokenStore, usableTokens } from "@vetrina/client/tokens";
import { changeStoredText, readStoredText } from "../lib/stored-text.ts";
import { parseWishlist } from "./wishlist.ts";
import {
  changed,
  changesSince,
  type KnownWishlist,
  parseKnownWishlist,
} from "./wishlist-account.ts";

// onSignedOut does nothing: if the session has expired, syncing must not redirect the user to the login page.
const client = createClient({ onSignedOut() {} });
let running: Promise<void> = Promise.resolve();

/**
 * Sends this browser's changes and then applies the account's list. In each tab, only one sync runs at a time. A
 * guest's list stays unchanged.
 */
export function syncWishlist(slug: string, storeId: string): Promise<void> {
  running = syncAfter(running, slug, storeId);
  return running;
}

/** Syncs if the account's list has not been read since the user signed in. */
export async function joinWishlists(slug: string, storeId: string): Promise<void> {
  const known = parseKnownWishlist(readStoredText(storageKey(slug, "wishlist-account")));
  if (known === null || known.isStale) await syncWishlist(slug, storeId);
}

/** Removes the stored lists, so that the next user of this browser doesn't see the account's wishlist. */
export function forgetWishlist(slug: string): void {
  for (const key of [storageKey(slug, "wishlist"), storageKey(slug, "wishlist-account")])
    changeStoredText(key, none);
}

/** Records that a user has signed in, so that the next page reads the account's list. */
export function expectWishlist(slug: string): void {
  const key = storageKey(slug, "wishlist-account");
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
  const [listKey, knownKey] = [storageKey(slug, "wishlist"), storageKey(slug, "wishlist-account")];
  const { id } = await client.customers.getMyCustomer({ storeId });
  const known = parseKnownWishlist(readStoredText(knownKey));
  const ids = parseWishlist(readStoredText(listKey));
  const body = changesSince(known, id, ids);
  const isChanged = body.add.length + body.remove.length > 0;
  const { items } = isChanged
    ? await client.customers.updateWishlist({ id, body })
    : await client.customers.listWishlist({ id });
  // If the user has signed out in the meantime, the response must not be used.
  if (!isSignedIn()) return;
  const held = items.map(({ productId }) => productId).toReversed();
  const sent: KnownWishlist = { customer: id, ids, isStale: false };
  changeStoredText(listKey, (now) =>
    JSON.stringify(changed(held, changesSince(sent, id, parseWishlist(now)))),
  );
  changeStoredText(knownKey, () => JSON.stringify({ ...sent, ids: held }));
}

/** Whether a user is signed in, as far as this browser knows. */
export function isSignedIn(): boolean {
  const { accessToken, refreshToken } = usableTokens(defaultTokenStore().read());
  return accessToken !== null || refreshToken !== null;
}

function none(): null {
  return null;
}
