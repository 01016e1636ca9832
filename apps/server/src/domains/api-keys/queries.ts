import type { ApiKey } from "@vetrina/contract/people/api-keys";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

type Times = "expiresAt" | "lastUsedAt" | "createdAt" | "updatedAt";
export type ApiKeyRow = Omit<ApiKey, Times> & {
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export const apiKeyColumns = sql`store_id as "storeId", id, name, last_four as "lastFour", permissions, status,
  expires_at as "expiresAt", last_used_at as "lastUsedAt", version, created_at as "createdAt", updated_at as "updatedAt"`;

/** Reads one key. Throws NOT_FOUND. */
export async function readApiKey(tx: Transaction, id: string): Promise<ApiKey> {
  const row = await tx.row<ApiKeyRow>(
    sql`select ${apiKeyColumns} from shop.api_keys where store_id = ${tx.storeId} and id = ${id}`,
  );
  if (row === undefined) throw notFound("API key");
  return apiKeyToWire(row);
}

/** Reads and locks the key until the transaction ends. Throws NOT_FOUND. */
export async function lockApiKey(tx: Transaction, id: string): Promise<ApiKey> {
  await tx.run(
    sql`select from shop.api_keys where store_id = ${tx.storeId} and id = ${id} for no key update`,
  );
  return readApiKey(tx, id);
}

export function apiKeyToWire(row: ApiKeyRow): ApiKey {
  return {
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
