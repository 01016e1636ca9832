import { z } from "zod";
import { defineJob } from "./define-job.ts";

/**
 * Removes the store from this process's cache, unless only products and lists have changed: shoppers cause such changes
 * too, for example with votes, and after each of them a page would have to read the store's settings again. The tags
 * are also for page caches, which don't exist yet.
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
