import { z } from "zod";
import type { JobType } from "../../platform/jobs/define-job.ts";

/** `checks` is the number of times that this job has already looked up the proof. */
const payload = z.object({ domainId: z.guid(), checks: z.int() });

export const domainCheck: JobType<z.infer<typeof payload>> = { kind: "domains.verify", payload };
