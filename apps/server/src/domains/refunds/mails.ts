import type { StorePromises } from "@vetrina/contract/store-facts";
import { systemTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { readMailedOrder } from "../order-records/mails.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { orderRefundedMail } from "./order-refunded.ts";
import { presentRefund } from "./present-refund.ts";

/** Sent once a refund is completed. An order without an email gets none. */
export async function enqueueOrderRefunded(
  tx: Transaction,
  order: OrderRow,
  refundId: string,
): Promise<void> {
  if (order.email === null) return;
  const data = { orderId: order.id, refundId };
  await enqueueMail(tx, { template: "order-refunded", to: order.email, data });
}

export const composeOrderRefunded: Composer<"order-refunded"> = async (
  services,
  { storeId, data: { orderId, refundId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const { order, isTest, origin } = await readMailedOrder(services, storeId, orderId, store);
  const refund = await systemTransaction(services, storeId, (tx) => presentRefund(tx, refundId));
  const row = await services.database.catalogue.row<Pick<StorePromises, "refundDays">>(sql`
    select promises -> 'refundDays' as "refundDays" from catalogue.stores where id = ${storeId}`);
  const refunded = { order, refund, isTest, refundDays: row?.refundDays ?? null };
  return { ...orderRefundedMail(refunded, { ...store, origin }, texts), origin };
};
