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
