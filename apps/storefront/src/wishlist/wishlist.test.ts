import { storageKeys } from "@vetrina/client/tokens";
import { maxWishlistItems } from "@vetrina/commerce/constants";
import { expect, test } from "vitest";
import { refreshTokenKey } from "./use-wishlist.ts";
import { parseWishlist, toggled } from "./wishlist.ts";
import { changed, changesSince, parseKnownWishlist } from "./wishlist-account.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const [coat, shirt, belt] = [id(1), id(2), id(3)];
const none = { add: [], remove: [] };

test("invalid storage never breaks the wishlist", () => {
  for (const text of [null, "", "{", "{}", "3", "null", "[null]"]) {
    expect(parseWishlist(text)).toEqual([]);
    expect(parseKnownWishlist(text)).toBeNull();
  }
  expect(parseWishlist(JSON.stringify([coat, 3, "no id", shirt, coat]))).toEqual([coat, shirt]);
  expect(parseKnownWishlist(JSON.stringify({ customer: "ada", ids: 3 }))).toEqual({
    customer: "ada",
    ids: [],
    isStale: false,
  });
});

test("adds a product at the end and removes it; the oldest are dropped beyond the maximum", () => {
  expect(toggled([coat], shirt)).toEqual([coat, shirt]);
  expect(toggled([coat, shirt], coat)).toEqual([shirt]);
  const full = Array.from({ length: maxWishlistItems }, (_, n) => id(n));
  expect(toggled(full, id(999))).toEqual([...full.slice(1), id(999)]);
  expect(parseWishlist(JSON.stringify([...full, id(999)]))).toHaveLength(maxWishlistItems);
});

test("a guest's list is added to the account that signs in, and nothing is removed from the account", () => {
  expect(changesSince(null, "ada", [coat])).toEqual({ add: [coat], remove: [] });
  expect(changed([shirt], { add: [coat], remove: [] })).toEqual([shirt, coat]);
});

test("sends only what was added or removed since the account's list was read", () => {
  const known = { customer: "ada", ids: [coat, shirt], isStale: false };
  expect(changesSince(known, "ada", [coat, shirt])).toEqual(none);
  expect(changesSince(known, "ada", [shirt, belt])).toEqual({ add: [belt], remove: [coat] });
});

test("a customer's list and removals are never applied to another customer's list", () => {
  const known = { customer: "ada", ids: [coat, shirt], isStale: true };
  expect(changesSince(known, "grace", [shirt, belt])).toEqual({ add: [belt], remove: [] });
});

test("the signed-in state is read from the client's storage key", () => {
  expect(refreshTokenKey).toBe(storageKeys.refreshToken);
});
