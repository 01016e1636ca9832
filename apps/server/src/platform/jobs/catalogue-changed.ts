import { z } from "zod";
import { defineJob } from "./define-job.ts";

/** Clears the store from this process's caches. The tags are for page caches, which don't exist yet. */
export const catalogueChanged = defineJob({
  kind: "catalogue.changed",
  payload: z.object({ tags: z.array(z.string()) }),
  concurrency: 8,
  ofOwner: 2,
  run: async ({ directory }, { storeId }) => directory.forget(storeId),
});
