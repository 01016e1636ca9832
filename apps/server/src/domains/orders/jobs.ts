import { type Services, systemContext, systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/jobs/outbox-sweep.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { readMailStore } from "../../platform/mail/mail-store.ts";
import { orderConfirmationMail } from "../../platform/mail/order-confirmation.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import { readOrderWithItems } from "./order-rows.ts";

/** Gives back the stock of orders whose payment window is over; an order being paid is left until the provider has said. */
export function expireOrders(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "orders.expire",
    (after) => sql`select * from door.expired_orders(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const store = await services.directory.find(store_id);
      return store !== null && endUnpaidOrder(systemContext(services, store), id, "expired");
    },
    stopped,
  );
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
