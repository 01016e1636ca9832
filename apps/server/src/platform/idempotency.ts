import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { ApiFailure } from "./errors.ts";

/**
 * First in a verb's transaction: the answer kept under the call's Idempotency-Key, or null when the verb has to run. A
 * twin under way waits here for the other's commit. Throws IDEMPOTENCY_KEY_REUSED for the same key with another request.
 */
export async function claimKey<T>(tx: Transaction, ctx: Context): Promise<T | null> {
  const { idempotency } = ctx;
  if (idempotency === null) return null;
  const { key, operation, requestHash } = idempotency;
  const made = await tx.run(sql`
    insert into shop.idempotency_keys (store_id, operation, key, request_hash)
    values (${tx.storeId}, ${operation}, ${key}, ${requestHash}) on conflict do nothing`);
  if (made === 1) return null;
  const kept = await tx.row<{ request_hash: Buffer; response: T | null }>(sql`
    select request_hash, response from shop.idempotency_keys
    where store_id = ${tx.storeId} and operation = ${operation} and key = ${key}`);
  if (kept !== undefined && !kept.request_hash.equals(requestHash))
    throw new ApiFailure(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request. Send a new key.",
    );
  return kept?.response ?? null;
}

/** Last in the transaction that succeeds: kept for 24 hours. Never put a secret into the answer kept. */
export async function keepAnswer(tx: Transaction, ctx: Context, answer: unknown): Promise<void> {
  if (ctx.idempotency === null) return;
  const { key, operation } = ctx.idempotency;
  await tx.run(sql`
    update shop.idempotency_keys set response = ${JSON.stringify(answer)}
    where store_id = ${tx.storeId} and operation = ${operation} and key = ${key}`);
}
