import { errorOf } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { Store } from "@vetrina/contract/stores/stores";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clientContext, storeContext } from "../lib/context.ts";
import { parseListing } from "./listing-state.ts";
import { loadListing, mostReviewed } from "./load-listing.ts";
import { placeOf } from "./places.ts";

test("popular products are the most reviewed ones that can be bought", () => {
  const found = mostReviewed(
    [card("a", 0), card("b", 3), card("c", 9, "sold-out"), card("d", 0)],
    3,
  );
  expect(found.map(({ id }) => id)).toEqual(["b", "a", "d"]);
});

test.each([
  ["/collections/linen", "linen", 404],
  ["/collections/linen", "linen", 429],
  // If the collection can't be read, this page must not list other products instead.
  ["/dresses", undefined, 429],
])("the page %s (%s) fails with the status %i of its collection", async (path, link, status) => {
  const context = new RouterContextProvider();
  context.set(clientContext, {
    collections: {
      getCollection: () =>
        Promise.reject(errorOf({ url: "/", status, statusText: "", body: { code: "C" } })),
    },
  } as unknown as Client);
  context.set(storeContext, { id: "s" } as Store);
  const state = parseListing(new URLSearchParams());
  await expect(loadListing(context, placeOf(path, link), state)).rejects.toMatchObject({
    init: { status },
  });
});

function card(id: string, count: number, stockLabel: "in-stock" | "sold-out" = "in-stock") {
  return {
    id,
    stockLabel,
    rating: { average: null, count },
  };
}
