import { randomInt } from "node:crypto";
import type { Services, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob } from "../../platform/jobs/define-job.ts";
import { type CodeBatch, lockOpenBatch, updateBatch } from "./code-batch-rows.ts";
import { codeBatchWork } from "./code-batch-work.ts";

const codesOfStep = 1000;
/** The time slice of a batch in ms, after which other stores' batches get a turn. */
const sliceMs = 1000;
/**
 * Letters and digits that are not easily confused. A code of 12 characters has 60 random bits, too many to guess within
 * the limit on attempts.
 */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 12;

/**
 * Creates a batch's codes in steps. Each transaction writes both the codes and their count, so that a batch whose
 * worker was killed continues where it stopped.
 */
export const makeDiscountCodes = defineJob({
  ...codeBatchWork,
  concurrency: 2,
  ofOwner: 1,
  // The last attempt is 21 minutes after the first.
  maxAttempts: 8,
  async run(services, { payload, step, stopped }) {
    for (const ends = performance.now() + sliceMs; performance.now() < ends && !stopped();)
      if (!(await step((tx) => makeCodes(services, tx, payload.batchId), { progress: true })))
        return;
    return again();
  },
  gaveUp: (services, { payload, step }) =>
    step(async (tx) => {
      const batch = await lockOpenBatch(tx, payload.batchId);
      const failure = "The job failed repeatedly. Request the missing codes again.";
      if (batch !== undefined) await endBatch(services, tx, batch.id, "FAILED", failure);
    }),
});

/** Creates the next codes of a batch. Returns false if the batch has ended. */
async function makeCodes(services: Services, tx: Transaction, id: string): Promise<boolean> {
  const batch = await lockOpenBatch(tx, id);
  if (batch === undefined) return false;
  if (!(await takesCodes(tx, batch))) {
    const failure = "The discount was deleted, or no longer has unique codes.";
    await endBatch(services, tx, id, "CANCELLED", failure);
    return false;
  }
  const wanted = Math.min(codesOfStep, batch.count - batch.made);
  const codes = Array.from({ length: wanted }, () => batch.prefix + randomCode());
  // A random code that already exists, ignoring case, is skipped; the next step creates another one.
  const made = await tx.run(sql`
    insert into shop.discount_codes (store_id, discount_id, code, batch_id, created_at)
    select ${tx.storeId}, ${batch.discountId}, c, ${id}, ${services.now()} from unnest(${codes}::text[]) c
    where not exists (select from shop.discounts d
      where d.store_id = ${tx.storeId} and upper(d.code) = upper(c) and d.deleted_at is null)
    on conflict do nothing`);
  if (batch.made + made === batch.count) {
    await updateBatch(tx, id, sql`made = count, state = 'DONE', ended_at = ${services.now()}`);
    return false;
  }
  await updateBatch(tx, id, sql`made = made + ${made}, state = 'RUNNING'`);
  return true;
}

/**
 * Whether the discount still has unique codes. Locks it, so that deleting it waits for these codes and deletes them
 * too.
 */
async function takesCodes(tx: Transaction, { discountId }: CodeBatch): Promise<boolean> {
  const row = await tx.row(sql`
    select from shop.discounts where store_id = ${tx.storeId} and id = ${discountId} and deleted_at is null
      and has_unique_codes for share`);
  return row !== undefined;
}

function endBatch(
  services: Services,
  tx: Transaction,
  id: string,
  state: "FAILED" | "CANCELLED",
  failure: string,
): Promise<void> {
  return updateBatch(
    tx,
    id,
    sql`state = ${state}, failure = ${failure}, ended_at = ${services.now()}`,
  );
}

function randomCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}
