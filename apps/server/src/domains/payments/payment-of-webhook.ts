import type { Transaction } from "../../platform/context.ts";
import { type PaymentRow, readPayment } from "./queries.ts";

/** The payment for which a provider's event address was created. undefined: it was deleted. */
export function paymentOfWebhook(
  tx: Transaction,
  paymentId: string,
): Promise<
  Pick<PaymentRow, "id" | "order_id" | "provider" | "environment" | "provider_id"> | undefined
> {
  return readPayment(tx, paymentId);
}
