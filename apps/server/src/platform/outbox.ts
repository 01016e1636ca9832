import type { Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { newId } from "./id.ts";

/**
 * The events published after a change, by topic. Payloads contain only ids; handlers read the current state. Mails have
 * a queue of their own (mail/enqueue-mail.ts).
 */
export type OutboxTopics = {
  "catalogue.changed": { tags: string[] };
  /**
   * The language of the original texts has changed; products up to `after` are stemmed. A store has at most one open.
   */
  "language.moved": { after?: string };
  /** Levels that have fallen to their reorder point; written by door.tell_low_stock. */
  "stock.low": { levels: { variantId: string; location: string }[] };
};

/** Part of the change's transaction; the worker processes it within a second of the commit. */
export async function enqueue<T extends keyof OutboxTopics>(
  tx: Transaction,
  topic: T,
  payload: OutboxTopics[T],
): Promise<void> {
  await tx.run(sql`
    insert into shop.outbox (store_id, id, topic, payload)
    values (${tx.storeId}, ${newId()}, ${topic}, ${JSON.stringify(payload)})`);
}

/** Ends the store's open events of a topic. */
export async function endEvents(
  tx: Transaction,
  topic: keyof OutboxTopics,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update shop.outbox set done_at = ${at}
    where store_id = ${tx.storeId} and topic = ${topic} and done_at is null`);
}

/** Ends an event in its handler's transaction. False if it has ended before. */
export async function endEvent(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const ended = await tx.run(sql`
    update shop.outbox set done_at = ${at}, last_error = null
    where store_id = ${tx.storeId} and id = ${id} and done_at is null`);
  return ended > 0;
}
