import type { Context, Transaction } from "./context.ts";
import { noteCopies } from "./database/copies.ts";
import { type Sql, sql } from "./database/sql.ts";
import { ApiFailure } from "./errors.ts";

/**
 * Called first in a handler's transaction. Returns the response stored for the call's Idempotency-Key, or null if the
 * handler has to run. A concurrent call with the same key waits here for the first one's commit. Throws
 * IDEMPOTENCY_KEY_REUSED if the key was used for another request.
 */
export async function claimKey<T>(tx: Transaction, ctx: Context): Promise<T | null> {
  const { idempotency } = ctx;
  if (idempotency === null) return null;
  const { key, operation, requestHash } = idempotency;
  const claim = await tx.row<{ made: boolean; fits: boolean; answer: T | null }>(
    sql`select * from door.claim_idempotency_key(${operation}, ${key}, ${requestHash})`,
  );
  if (claim?.fits === false)
    throw new ApiFailure(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request. Send a new key.",
    );
  return claim?.answer ?? null;
}

/** Called last in a successful transaction: stores the response for 24 hours. It must not contain a secret. */
export async function keepAnswer(tx: Transaction, ctx: Context, answer: unknown): Promise<void> {
  if (ctx.idempotency === null) return;
  noteCopies(tx, { bytes: Buffer.byteLength(JSON.stringify(answer)) });
  for (const write of answerWrite(ctx, answer)) await tx.run(write);
}

/** Like keepAnswer(), as the last write for writeTogether(). Empty if the call has no Idempotency-Key. */
export function answerWrite({ idempotency }: Context, answer: unknown): [] | [Sql] {
  if (idempotency === null) return [];
  const { key, operation, requestHash } = idempotency;
  return [
    sql`select door.save_idempotent_response(${operation}, ${key}, ${requestHash}, ${JSON.stringify(answer)})`,
  ];
}
