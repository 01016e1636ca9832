import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import type { Direction } from "./job-rows.ts";

const payload = z.object({ fileJobId: z.guid() });

export const fileJobWork: JobType<z.infer<typeof payload>> = { kind: "file-jobs.work", payload };

/** Queues a job. A store's imports run one after another, and so do its exports. */
export function enqueueFileJob(
  tx: Transaction,
  { id, direction, isLarge }: { id: string; direction: Direction; isLarge: boolean },
): Promise<void> {
  const lane = `${tx.storeId} ${direction}`;
  return enqueue(tx, fileJobWork, { fileJobId: id }, { lane, isLarge });
}
