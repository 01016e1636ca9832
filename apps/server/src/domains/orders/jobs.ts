import { type Services, systemContext, systemTransaction } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/jobs/outbox-sweep.ts";
import { readMailStore } from "../../platform/mail/mail-store.ts";
import { orderConfirmationMail } from "../../platform/mail/order-confirmation.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import { readOrderWithItems } from "./queries.ts";

const batch = 100;

/** Gives back the stock of orders whose payment window is over; an order being paid is left until the provider has said. */
export async function expireOrders(services: Services): Promise<number> {
  const due = await queryable(services.database.worker).rows<{
    store_id: string;
    order_id: string;
  }>(sql`select * from door.expired_orders(${batch})`);
  let expired = 0;
  for (const { store_id, order_id } of due) {
    const store = await services.directory.find(store_id);
    if (store === null) continue;
    if (await endUnpaidOrder(systemContext(services, store), order_id, "expired")) expired += 1;
  }
  return expired;
}

/** The confirmation, once the order is paid; an order without an e-mail (paid in a provider's window) gets none. */
export const sendOrderConfirmation: Handler<"order.paid"> = async (
  services,
  { storeId, payload },
) => {
  const order = await systemTransaction(services, storeId, (tx) =>
    readOrderWithItems(tx, payload.orderId),
  );
  const mail = orderConfirmationMail(order, await readMailStore(services, storeId));
  if (mail !== null) await services.mailer.send(mail);
};
