import type { Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { newId } from "./id.ts";

/**
 * What is told after a change, by topic; payloads hold ids alone and whoever handles them reads the present state.
 * Mails have a queue of their own (mail/enqueue-mail.ts).
 */
export type OutboxTopics = {
  "catalogue.changed": { tags: string[] };
  /** Another language is that of the originals; products up to `after` are stemmed. One is open for a store. */
  "language.moved": { after?: string };
  /** Levels that have fallen to their reorder point; written by door.tell_low_stock. */
  "stock.low": { levels: { variantId: string; location: string }[] };
};

/** Joins the change's transaction; the worker sweeps it up within a second of the commit. */
export async function enqueue<T extends keyof OutboxTopics>(
  tx: Transaction,
  topic: T,
  payload: OutboxTopics[T],
): Promise<void> {
  await tx.run(sql`
    insert into shop.outbox (store_id, id, topic, payload)
    values (${tx.storeId}, ${newId()}, ${topic}, ${JSON.stringify(payload)})`);
}
