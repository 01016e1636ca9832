import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ accountId: z.guid() });

export const reconcileAccountType: JobType<z.infer<typeof payload>> = {
  kind: "reconciliation.run",
  payload,
};

/** Enqueues a run for the account, unless one is already waiting. */
export function enqueueRun(tx: Transaction, accountId: string): Promise<void> {
  return enqueue(tx, reconcileAccountType, { accountId }, { key: accountId });
}
