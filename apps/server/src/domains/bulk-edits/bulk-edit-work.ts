import { z } from "zod";
import type { JobType } from "../../platform/jobs/define-job.ts";

const payload = z.object({ bulkEditId: z.guid() });

export const bulkEditWork: JobType<z.infer<typeof payload>> = { kind: "bulk-edits.work", payload };
