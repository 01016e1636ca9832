import { z } from "zod";
import type { Transaction } from "../../platform/context.ts";
import type { JobType } from "../../platform/jobs/define-job.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";

const payload = z.object({ orderId: z.guid() });

/** Settles a payment that arrived after its order had ended: holds the units again, or refunds the payment. */
export const settleLatePaymentType: JobType<z.infer<typeof payload>> = {
  kind: "orders.settle-late-payment",
  payload,
};

export function enqueueLatePayment(tx: Transaction, orderId: string): Promise<void> {
  return enqueue(tx, settleLatePaymentType, { orderId }, { key: orderId });
}
