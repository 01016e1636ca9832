import { systemTransaction, type Transaction } from "../../platform/context.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { orderConfirmationMail } from "../../platform/mail/order-confirmation.ts";
import { readOrderWithItems } from "./order-rows.ts";
import type { OrderRow } from "./present-order.ts";

/** Once the order is paid; an order without an e-mail (paid in a provider's window) gets none. */
export async function enqueueOrderConfirmation(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.email === null) return;
  const data = { orderId: order.id };
  await enqueueMail(tx, { template: "order-confirmation", to: order.email, data });
}

export const composeOrderConfirmation: Composer<"order-confirmation"> = async (
  services,
  { storeId, data: { orderId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const order = await systemTransaction(services, storeId, (tx) => readOrderWithItems(tx, orderId));
  return orderConfirmationMail(order, store, texts);
};
