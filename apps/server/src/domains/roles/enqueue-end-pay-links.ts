import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ userIds: z.array(z.guid()) });

/** Ends the pay links that these users know, if they no longer manage the store's orders. */
export const endPayLinksType: JobType<z.infer<typeof payload>> = {
  kind: "draft-orders.end-pay-links",
  payload,
};

export function enqueueEndPayLinks(tx: Transaction, userIds: readonly string[]): Promise<void> {
  return enqueue(tx, endPayLinksType, { userIds: [...userIds] });
}
