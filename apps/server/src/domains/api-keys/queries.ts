import type { ApiKey, apiKeys } from "@vetrina/contract/api-keys";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";

type Times = "expiresAt" | "lastUsedAt" | "createdAt" | "updatedAt";
type Row = Omit<ApiKey, Times> & {
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = sql`store_id as "storeId", id, name, last_four as "lastFour", permissions, status,
  expires_at as "expiresAt", last_used_at as "lastUsedAt", version, created_at as "createdAt", updated_at as "updatedAt"`;

/** Newest first by the primary key, because ids grow with time. A store has few keys, so counting them is cheap. */
export async function listApiKeys(
  ctx: Context,
  { page, limit, status }: Input<typeof apiKeys.listApiKeys>,
): Promise<Output<typeof apiKeys.listApiKeys>> {
  return ctx.tx(async (tx) => {
    const which = sql`store_id = ${tx.storeId} and (${status ?? null}::text is null or status = ${status ?? null})`;
    const rows = await tx.rows<Row>(sql`
      select ${columns} from shop.api_keys where ${which}
      order by id desc limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.api_keys where ${which}`,
    );
    return { items: rows.map(toWire), page, limit, total: count?.total ?? 0 };
  });
}

export function getApiKey(ctx: Context, { id }: Input<typeof apiKeys.getApiKey>): Promise<ApiKey> {
  return ctx.tx((tx) => readApiKey(tx, id));
}

/** Throws NOT_FOUND. */
export async function readApiKey(tx: Transaction, id: string): Promise<ApiKey> {
  const row = await tx.row<Row>(
    sql`select ${columns} from shop.api_keys where store_id = ${tx.storeId} and id = ${id}`,
  );
  if (row === undefined) throw notFound("API key");
  return toWire(row);
}

/** Reads and locks the key until the transaction ends. Throws NOT_FOUND. */
export async function lockApiKey(tx: Transaction, id: string): Promise<ApiKey> {
  await tx.run(
    sql`select from shop.api_keys where store_id = ${tx.storeId} and id = ${id} for no key update`,
  );
  return readApiKey(tx, id);
}

function toWire(row: Row): ApiKey {
  return {
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
