import { z } from "zod";
import { defineJob } from "./define-job.ts";

/** Clears what this process caches of the store. The tags are for page caches, which are not built yet. */
export const catalogueChanged = defineJob({
  kind: "catalogue.changed",
  payload: z.object({ tags: z.array(z.string()) }),
  concurrency: 8,
  ofOwner: 2,
  run: async ({ directory }, { storeId }) => directory.forget(storeId),
});
