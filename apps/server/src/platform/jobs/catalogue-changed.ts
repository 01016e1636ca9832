import { z } from "zod";
import { defineJob } from "./define-job.ts";

/**
 * Removes the store from this process's cache, so that its settings are read again. A change to only products and lists
 * leaves it there, because shoppers cause many of these, for example with votes. The tags are also meant for page
 * caches, which don't exist yet.
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
