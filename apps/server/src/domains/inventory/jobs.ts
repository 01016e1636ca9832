import type { Services } from "../../platform/context.ts";
import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import type { EventHandler } from "../../platform/jobs/outbox-sweep.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { storeMailbox } from "../../platform/mail/contact-email.ts";

/** Publishes levels that have fallen to their reorder point since the last run: one email per store for a burst of orders. */
export function publishLowStock(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, sql`door.tell_low_stock(${batch}, ${services.now()})`, stopped);
}

/** Updates each product's stored availability after its variants have come in or gone out of stock. */
export function settleStockChanges(
  services: Services,
  batch = 500,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(services, batch, sql`door.settle_stock_turns(${batch})`, stopped);
}

/** Queues the store's email for an event under the event's own id, so that a retry sends no second one. */
export const mailLowStock: EventHandler<"stock.low"> = async (
  services,
  { id, storeId, payload },
) => {
  await systemTransaction(services, storeId, async (tx) => {
    const store = await storeMailbox(tx);
    if (store === undefined) return;
    const { email: to, userId } = store;
    await enqueueMail(tx, { id, template: "low-stock", to, userId, data: payload });
  });
};
