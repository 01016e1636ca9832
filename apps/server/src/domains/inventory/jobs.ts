import type { Services } from "../../platform/context.ts";
import { systemTransaction } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import type { Handler } from "../../platform/jobs/outbox-sweep.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";

/** Says which levels have fallen to their reorder point since the last time: a burst of orders makes one mail a store. */
export async function tellLowStock(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  const tell = async () => {
    const row = await queryable(services.database.worker).row<{ told: number }>(
      sql`select door.tell_low_stock(${batch}, ${services.now()}) as told`,
    );
    return row?.told;
  };
  return inBatches(batch, tell, stopped);
}

/** Keeps with each product whether there is anything of it to buy, once its variants have come in or gone out of stock. */
export async function settleStockTurns(
  services: Services,
  batch = 500,
  stopped: () => boolean = () => false,
): Promise<number> {
  const settle = async () => {
    const row = await queryable(services.database.worker).row<{ settled: number }>(
      sql`select door.settle_stock_turns(${batch}) as settled`,
    );
    return row?.settled;
  };
  return inBatches(batch, settle, stopped);
}

/** The store's mail of one such event, under the event's own id, so that a second try sends no second one. */
export const mailLowStock: Handler<"stock.low"> = async (services, { id, storeId, payload }) => {
  await systemTransaction(services, storeId, async (tx) => {
    const store = await tx.row<{ email: string | null }>(sql`
      select contact ->> 'email' as email from shop.stores where id = ${storeId} and deleted_at is null`);
    if (store?.email)
      await enqueueMail(tx, { id, template: "low-stock", to: store.email, data: payload });
  });
};
