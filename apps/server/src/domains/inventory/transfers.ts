import type { Transfer, transfers, TransferWithLines } from "@vetrina/contract/transfers";
import type { Context, Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Row = Omit<Transfer, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const columns = sql`t.store_id as "storeId", t.id, t.from_location as "from", t.to_location as "to", t.state, t.note,
  t.version, t.created_at as "createdAt", t.updated_at as "updatedAt", s.pieces, s.received`;
const source = sql`shop.stock_transfers t cross join lateral (
    select coalesce(sum(l.quantity), 0)::int as pieces, coalesce(sum(l.received), 0)::int as received
    from shop.stock_transfer_lines l where l.store_id = t.store_id and l.transfer_id = t.id) s`;

export async function listTransfers(
  ctx: Context,
  { state, location, page, limit }: Input<typeof transfers.listTransfers>,
): Promise<Output<typeof transfers.listTransfers>> {
  const conditions = [sql`t.store_id = ${ctx.store.id}`];
  if (state !== undefined) conditions.push(sql`t.state = ${state}`);
  if (location !== undefined)
    conditions.push(sql`${location}::text in (t.from_location, t.to_location)`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<Row>(sql`
      select ${columns} from ${source} where ${where} order by t.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.stock_transfers t where ${where}`,
    );
    return { items: rows.map(toWire), page, limit, total: counted?.total ?? 0 };
  });
}

export function getTransfer(
  ctx: Context,
  { id }: Input<typeof transfers.getTransfer>,
): Promise<TransferWithLines> {
  return ctx.tx((tx) => readTransfer(tx, id));
}

/** Throws NOT_FOUND. */
export function readTransfer(tx: Transaction, id: string): Promise<TransferWithLines> {
  return oneTransfer(tx, id, sql``);
}

/** Like readTransfer(), locked until the transaction ends. */
export function lockTransfer(tx: Transaction, id: string): Promise<TransferWithLines> {
  return oneTransfer(tx, id, sql` for update of t`);
}

async function oneTransfer(tx: Transaction, id: string, lock: Sql): Promise<TransferWithLines> {
  const locked = await tx.row(sql`
    select from shop.stock_transfers t where t.store_id = ${tx.storeId} and t.id = ${id}${lock}`);
  if (locked === undefined) throw notFound("transfer");
  const row = await tx.row<Row>(
    sql`select ${columns} from ${source} where t.store_id = ${tx.storeId} and t.id = ${id}`,
  );
  if (row === undefined) throw notFound("transfer");
  const lines = await tx.rows<TransferWithLines["lines"][number]>(sql`
    select l.variant_id as "variantId", p.name as "productName", v.name as "variantName", v.sku, l.quantity, l.received
    from shop.stock_transfer_lines l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where l.store_id = ${tx.storeId} and l.transfer_id = ${id} order by p.name, v.position, v.id`);
  return { ...toWire(row), lines };
}

function toWire(row: Row): Transfer {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
