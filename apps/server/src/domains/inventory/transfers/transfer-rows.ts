import type { Transfer, TransferWithLines } from "@vetrina/contract/stock/transfers";
import type { Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";

export type TransferRow = Omit<Transfer, "createdAt" | "updatedAt"> & {
  createdAt: Date;
  updatedAt: Date;
};

export const transferColumns = sql`t.store_id as "storeId", t.id, t.from_location as "from", t.to_location as "to", t.state, t.note,
  t.version, t.created_at as "createdAt", t.updated_at as "updatedAt", s.quantity, s.received`;

/** Transfers with the sums of their lines. */
export function transferSource(transfers: Sql): Sql {
  return sql`${transfers} t cross join lateral (
    select coalesce(sum(l.quantity), 0)::int as quantity, coalesce(sum(l.received), 0)::int as received
    from shop.stock_transfer_lines l where l.store_id = t.store_id and l.transfer_id = t.id) s`;
}

/** Reads one transfer. Throws NOT_FOUND. */
export function readTransfer(tx: Transaction, id: string): Promise<TransferWithLines> {
  return oneTransfer(tx, id, sql``);
}

/** Like readTransfer(), but locks the transfer until the transaction ends. */
export function lockTransfer(tx: Transaction, id: string): Promise<TransferWithLines> {
  return oneTransfer(tx, id, sql` for update of t`);
}

async function oneTransfer(tx: Transaction, id: string, lock: Sql): Promise<TransferWithLines> {
  const locked = await tx.row(sql`
    select from shop.stock_transfers t where t.store_id = ${tx.storeId} and t.id = ${id}${lock}`);
  if (locked === undefined) throw notFound("transfer");
  const row = await tx.row<TransferRow>(
    sql`select ${transferColumns} from ${transferSource(sql`shop.stock_transfers`)} where t.store_id = ${tx.storeId} and t.id = ${id}`,
  );
  if (row === undefined) throw notFound("transfer");
  const lines = await tx.rows<TransferWithLines["lines"][number]>(sql`
    select l.variant_id as "variantId", p.name as "productName", v.name as "variantName", v.sku, l.quantity, l.received
    from shop.stock_transfer_lines l
    join shop.variants v on v.store_id = l.store_id and v.id = l.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where l.store_id = ${tx.storeId} and l.transfer_id = ${id} order by p.name, v.position, v.id`);
  return { ...transferToWire(row), lines };
}

export function transferToWire(row: TransferRow): Transfer {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
