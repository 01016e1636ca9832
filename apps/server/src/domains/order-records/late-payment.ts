import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ orderId: z.guid() });

/**
 * Settles money that came after its order was canceled or had expired, or before an express order had an address and a
 * buyer, and money that a dispute no longer holds back.
 */
export const settleLatePaymentType: JobType<z.infer<typeof payload>> = {
  kind: "orders.settle-late-payment",
  payload,
};

export function enqueueLatePayment(tx: Transaction, orderId: string): Promise<void> {
  return enqueue(tx, settleLatePaymentType, { orderId }, { key: orderId });
}
