import { expect, test } from "vitest";
import { createClient } from "@vetrina/client/create-client";
import { loadFeatured } from "./load-featured.ts";

const featured = { title: "Out of season", collection: "sale" };

/** The store's server, which has so many pieces in each of these collections and twelve in all. */
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

test.for<[string, Record<string, number>, { title: string; collection: string; pieces: number }]>([
  ["has pieces", { sale: 3 }, { ...featured, pieces: 3 }],
  ["is empty", { sale: 0 }, { title: "New Arrivals", collection: "new-arrivals", pieces: 8 }],
  ["is not there", {}, { title: "New Arrivals", collection: "new-arrivals", pieces: 8 }],
])("where the featured collection %s", async ([, collections, expected]) => {
  const { title, collection, items } = await loadFeatured(storeOf(collections), "id", featured);
  expect({ title, collection, pieces: items.length }).toEqual(expected);
});
