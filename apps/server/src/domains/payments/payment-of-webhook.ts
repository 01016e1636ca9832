import type { Transaction } from "../../platform/context.ts";
import { type PaymentRow, readPayment } from "./queries.ts";

/** Reads the payment that a webhook URL was created for; undefined if the payment was deleted. */
export function paymentOfWebhook(
  tx: Transaction,
  paymentId: string,
): Promise<
  Pick<PaymentRow, "id" | "order_id" | "provider" | "environment" | "provider_id"> | undefined
> {
  return readPayment(tx, paymentId);
}
