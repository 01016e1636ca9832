import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ paymentId: z.guid() });

/** Records a captured payment whose amount isn't due, and refunds all of it. */
export const refundSurplusType: JobType<z.infer<typeof payload>> = {
  kind: "orders.refund-surplus",
  payload,
};

export function enqueueSurplus(tx: Transaction, paymentId: string): Promise<void> {
  return enqueue(tx, refundSurplusType, { paymentId }, { key: paymentId });
}
