import type { Transaction } from "../../platform/context.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { mailedOrder, type OrderToMail } from "../order-records/mails.ts";

/** Sends the email about a completed refund. Sends nothing if the order has no email address. */
export async function enqueueOrderRefunded(
  tx: Transaction,
  order: OrderToMail,
  refundId: string,
): Promise<void> {
  if (order.email === null) return;
  const { email: to, language } = order;
  const data = { ...mailedOrder(order), refundId };
  await enqueueMail(tx, { template: "order-refunded", to, language, data });
}
