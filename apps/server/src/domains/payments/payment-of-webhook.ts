import type { Transaction } from "../../platform/context.ts";
import { type PaymentRow, readPayment } from "./queries.ts";

/** The payment that a provider's address for its events was made for. undefined: it was deleted. */
export function paymentOfWebhook(
  tx: Transaction,
  paymentId: string,
): Promise<
  Pick<PaymentRow, "id" | "order_id" | "provider" | "environment" | "provider_id"> | undefined
> {
  return readPayment(tx, paymentId);
}
