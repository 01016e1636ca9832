import { expect, test } from "vitest";
import { createClient } from "@vetrina/client/create-client";
import { loadFeatured } from "./load-featured.ts";

const featured = { title: "Out of season", collection: "sale" };

/** A client of a store with twelve products. `collections` has the number of products in each collection. */
function storeOf(collections: Record<string, number>) {
  return createClient({
    transport: async (request) => {
      const { searchParams } = new URL(request.url);
      const link = searchParams.get("collection");
      const count = link === null ? 12 : collections[link];
      if (count === undefined)
        return Response.json({ code: "NOT_FOUND", message: "None." }, { status: 404 });
      const limit = Number(searchParams.get("limit"));
      const items = Array.from({ length: Math.min(count, limit) }, (_, id) => ({ id }));
      return Response.json({ items, total: count });
    },
  });
}

test.for<[string, Record<string, number>, { title: string; collection: string; products: number }]>(
  [
    ["has products", { sale: 3 }, { ...featured, products: 3 }],
    ["is empty", { sale: 0 }, { title: "New Arrivals", collection: "new-arrivals", products: 8 }],
    ["doesn't exist", {}, { title: "New Arrivals", collection: "new-arrivals", products: 8 }],
  ],
)("when the featured collection %s", async ([, collections, expected]) => {
  const { title, collection, items } = await loadFeatured(storeOf(collections), "id", featured);
  expect({ title, collection, products: items.length }).toEqual(expected);
});
