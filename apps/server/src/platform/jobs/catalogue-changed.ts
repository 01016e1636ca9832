import { z } from "zod";
import { defineJob } from "./define-job.ts";

/**
 * Removes the store from this process's cache. Changes of only products and lists don't, because shoppers cause them
 * too (with votes, for example), and the cached settings stay valid. The tags are also meant for page caches, which
 * don't exist yet.
 */
export const catalogueChanged = defineJob({
  kind: "catalogue.changed",
  payload: z.object({ tags: z.array(z.string()) }),
  concurrency: 8,
  ofOwner: 2,
  run: async ({ directory }, { storeId, payload: { tags } }) => {
    if (!tags.every(isOfProducts)) directory.forget(storeId);
  },
});

function isOfProducts(tag: string): boolean {
  return tag === "lists" || tag.startsWith("product:");
}
