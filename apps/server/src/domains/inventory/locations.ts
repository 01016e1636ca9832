import type { Location, locations } from "@vetrina/contract/locations";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Row = Omit<Location, "createdAt" | "updatedAt"> & { createdAt: Date; updatedAt: Date };

const columns = sql`store_id as "storeId", id, code, name, position, is_active as "isActive", version,
  created_at as "createdAt", updated_at as "updatedAt"`;

export async function listLocations(
  ctx: Context,
  { page, limit }: Input<typeof locations.listLocations>,
): Promise<Output<typeof locations.listLocations>> {
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<Row>(sql`
      select ${columns} from shop.locations where store_id = ${tx.storeId} and deleted_at is null
      order by position, code limit ${limit} offset ${(page - 1) * limit}`);
    return { items: rows.map(toWire), page, limit, total: await countLocations(tx) };
  });
}

/** Throws NOT_FOUND. */
export function readLocation(tx: Transaction, id: string): Promise<Location> {
  return oneLocation(tx, id, sql``);
}

/** Like readLocation(), locked against changes and new levels until the transaction ends. */
export function lockLocation(tx: Transaction, id: string): Promise<Location> {
  return oneLocation(tx, id, sql` for update`);
}

async function oneLocation(tx: Transaction, id: string, lock: Sql): Promise<Location> {
  const row = await tx.row<Row>(sql`
    select ${columns} from shop.locations where store_id = ${tx.storeId} and id = ${id} and deleted_at is null${lock}`);
  if (row === undefined) throw notFound("location");
  return toWire(row);
}

export async function countLocations(tx: Transaction): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.locations where store_id = ${tx.storeId} and deleted_at is null`);
  return row?.n ?? 0;
}

function toWire(row: Row): Location {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
