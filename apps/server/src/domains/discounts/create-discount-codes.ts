import type { discounts } from "@vetrina/contract/pricing/discounts";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { requireRowsLeft } from "../../platform/database/owner-rows.ts";
import { presentBatch, readBatch } from "./code-batch-rows.ts";
import { codeBatchWork } from "./code-batch-work.ts";
import { lockDiscount } from "./discount-rows.ts";

const maxOfDiscount = 100_000;
const maxOfStore = 1_000_000;
const maxBatches = 1000;
const maxOpen = 10;

/**
 * Requests random codes, which the worker creates. Throws INVALID_TRANSITION if the discount has no unique codes, and
 * LIMIT_REACHED if the discount, the store or its owner would have too many codes or batches.
 */
export const createDiscountCodes: Handler<typeof discounts.createDiscountCodes> = (
  ctx,
  { id, body: { count, prefix } },
) =>
  ctx.tx(async (tx) => {
    // Serializes calls in a store, so that each one counts the codes of the others.
    await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`discount codes ${tx.storeId}`}, 0))`,
    );
    const { has_unique_codes } = await lockDiscount(tx, id);
    if (!has_unique_codes)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This discount has no unique codes. Set its hasUniqueCodes to true first.",
      );
    await requireRoom(tx, id, count);
    await requireRowsLeft(tx, "codes", count);
    const batchId = newId();
    await tx.run(sql`
      insert into shop.discount_code_batches (store_id, id, discount_id, count, prefix, created_at)
      values (${tx.storeId}, ${batchId}, ${id}, ${count}, ${prefix}, ${ctx.now()})`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "discount",
      entityId: id,
      after: { codeBatch: batchId, codes: count, prefix },
    });
    await enqueue(tx, codeBatchWork, { batchId });
    return presentBatch(await readBatch(tx, batchId));
  });

/**
 * Throws LIMIT_REACHED for too many codes or batches. Codes that are still to be created count; codes of deleted
 * discounts don't.
 */
async function requireRoom(tx: Transaction, id: string, count: number): Promise<void> {
  const row = await tx.row<{ made: number; batches: number; open: number; all: number }>(sql`
    select (select count(*) from shop.discount_codes c where c.store_id = ${tx.storeId} and c.discount_id = ${id})::int
        + coalesce(sum(b.count - b.made) filter (where b.discount_id = ${id} and b.ended_at is null), 0)::int as made,
      count(*) filter (where b.discount_id = ${id})::int as batches,
      count(*) filter (where b.ended_at is null)::int as open,
      coalesce(sum(case when b.ended_at is null then b.count else b.made end), 0)::int as all
    from shop.discount_code_batches b
    join shop.discounts d on d.store_id = b.store_id and d.id = b.discount_id and d.deleted_at is null
    where b.store_id = ${tx.storeId}`);
  const { made = 0, batches = 0, open = 0, all = 0 } = row ?? {};
  if (made + count > maxOfDiscount) throw tooMany("discount", maxOfDiscount, made);
  if (all + count > maxOfStore) throw tooMany("store", maxOfStore, all);
  if (batches >= maxBatches)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A discount's codes can be created in at most ${maxBatches} batches. Use another discount, and request more codes per batch.`,
      { max: maxBatches },
    );
  if (open >= maxOpen)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `${maxOpen} batches of codes are already being created. Wait until one is finished.`,
      { max: maxOpen },
    );
}

function tooMany(what: "discount" | "store", max: number, present: number): ApiFailure {
  const left = max - present;
  const use = what === "discount" ? "use another discount" : "delete a discount with codes";
  const advice = left > 0 ? `Request no more than ${left}, or ${use}.` : `To get more, ${use}.`;
  return new ApiFailure("LIMIT_REACHED", `A ${what} can have at most ${max} codes. ${advice}`, {
    max,
  });
}
