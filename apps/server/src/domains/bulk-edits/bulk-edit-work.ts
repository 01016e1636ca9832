import { z } from "zod";
import type { JobType } from "../../platform/jobs/define-job.ts";

const payload = z.object({
  bulkEditId: z.guid(),
  /** Maximum number of items per step. Set once a larger step has taken too long. */
  items: z.int().positive().optional(),
});

export const bulkEditWork: JobType<z.infer<typeof payload>> = { kind: "bulk-edits.work", payload };
