import { z } from "zod";
import type { JobType } from "../../platform/jobs/define-job.ts";

const payload = z.object({ batchId: z.guid() });

export const codeBatchWork: JobType<z.infer<typeof payload>> = {
  kind: "discounts.make-codes",
  payload,
};
