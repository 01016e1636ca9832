import type { DiscountCodeBatch } from "@vetrina/contract/pricing/discounts";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type CodeBatch = {
  id: string;
  discountId: string;
  count: number;
  prefix: string;
  made: number;
  state: DiscountCodeBatch["progress"]["state"];
  failure: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const columns = sql`id, discount_id as "discountId", count, prefix, made, state, failure, created_at as "createdAt",
  ended_at as "endedAt"`;

/** Reads a discount's code batches, newest first. */
export function readBatches(
  tx: Transaction,
  discountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<CodeBatch[]> {
  return tx.rows<CodeBatch>(sql`
    select ${columns} from shop.discount_code_batches
    where store_id = ${tx.storeId} and discount_id = ${discountId}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`);
}

export async function countBatches(tx: Transaction, discountId: string): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.discount_code_batches
    where store_id = ${tx.storeId} and discount_id = ${discountId}`);
  return row?.n ?? 0;
}

/** Reads one batch. Throws NOT_FOUND. */
export async function readBatch(tx: Transaction, id: string): Promise<CodeBatch> {
  const row = await oneBatch(tx, id, sql``);
  if (row === undefined) throw notFound("code batch");
  return row;
}

/** Locks a batch that is waiting or running, for the worker. Returns undefined if the batch has ended. */
export function lockOpenBatch(tx: Transaction, id: string): Promise<CodeBatch | undefined> {
  return oneBatch(tx, id, sql`and state in ('WAITING', 'RUNNING') for update`);
}

function oneBatch(tx: Transaction, id: string, rest: Sql): Promise<CodeBatch | undefined> {
  return tx.row<CodeBatch>(sql`
    select ${columns} from shop.discount_code_batches where store_id = ${tx.storeId} and id = ${id} ${rest}`);
}

export async function updateBatch(tx: Transaction, id: string, change: Sql): Promise<void> {
  await tx.run(sql`
    update shop.discount_code_batches set ${change} where store_id = ${tx.storeId} and id = ${id}`);
}

export function presentBatch(batch: CodeBatch): DiscountCodeBatch {
  const { id, discountId, count, prefix, made, state, failure, createdAt, endedAt } = batch;
  return {
    id,
    discountId,
    count,
    prefix,
    progress: { state, done: made, total: count },
    failure,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
