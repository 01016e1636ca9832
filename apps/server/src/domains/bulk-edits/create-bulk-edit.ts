import type { BulkEditWithSelection, bulkEdits } from "@vetrina/contract/catalogue/bulk-edits";
import { actorOf, audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { newId } from "../../platform/id.ts";
import { requireRowsLeft } from "../../platform/database/owner-rows.ts";
import { mainLocation } from "../inventory/levels.ts";
import { invalid } from "../products/rules.ts";
import { bulkEditWork } from "./bulk-edit-work.ts";
import { presentEdit, underWay } from "./bulk-edits.ts";
import { chooseProducts } from "./choose-products.ts";
import { itemCountOf, makeRoom } from "./stored-items.ts";
import { errorsOf } from "./rules.ts";

/** Maximum number of a store's bulk edits that are being prepared, run or undone. */
const maxAtOnce = 10;

/**
 * Resolves and stores the selection. The worker then creates the preview. Throws LIMIT_REACHED for too many variants,
 * items or edits in progress, NOT_FOUND for a collection or location that does not exist, and VALIDATION_FAILED.
 */
export async function createBulkEdit(
  ctx: Context,
  { body: { selection, change, note } }: Input<typeof bulkEdits.createBulkEdit>,
): Promise<BulkEditWithSelection> {
  const errors = errorsOf(selection, change, ctx.store.currency);
  if (errors.length > 0) throw invalid(errors);
  const id = newId();
  const now = ctx.now();
  return ctx.tx(async (tx) => {
    await requireFewRunning(tx);
    if (change.stock !== undefined)
      await requireLocation(tx, change.stock.location ?? mainLocation);
    const { productIds, productCount, variantIds, variantCount } = await chooseProducts(
      ctx,
      tx,
      selection,
    );
    const itemCount = itemCountOf(change, productCount, variantCount);
    await requireRowsLeft(tx, "edited", itemCount);
    await makeRoom(tx, itemCount);
    const actor = actorOf(ctx);
    await tx.run(sql`
      insert into shop.bulk_edits (store_id, id, selection, change, note, product_ids, product_count, item_count, variant_ids, actor_kind, actor_id,
        created_at)
      values (${tx.storeId}, ${id}, ${JSON.stringify(selection)}, ${JSON.stringify(change)}, ${note || null}, ${productIds}::uuid[], ${productCount},
        ${itemCount}, ${variantIds}, ${actor.kind}, ${actor.id}, ${now})`);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "bulk edit",
      entityId: id,
      after: { change, note, products: productCount, variants: variantIds?.length ?? null },
    });
    await enqueue(tx, bulkEditWork, { bulkEditId: id });
    return presentEdit(tx, id);
  });
}

async function requireFewRunning(tx: Transaction): Promise<void> {
  // Serializes concurrent calls, so that each one counts the edits of the others.
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bulk edits ${tx.storeId}`}, 0))`,
  );
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.bulk_edits where store_id = ${tx.storeId} and ${underWay}`);
  if ((row?.n ?? 0) < maxAtOnce) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `${maxAtOnce} bulk edits are already in progress. Wait until one finishes, or cancel one.`,
    { max: maxAtOnce },
  );
}

async function requireLocation(tx: Transaction, code: string): Promise<void> {
  const found = await tx.row(sql`
    select from shop.locations where store_id = ${tx.storeId} and code = ${code} and deleted_at is null`);
  if (found === undefined) throw notFound("location");
}
