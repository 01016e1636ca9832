import type { ApiKey } from "@vetrina/contract/people/api-keys";
import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

export type NewApiKey = Pick<ApiKey, "id" | "name" | "permissions" | "expiresAt"> & {
  keyHash: Buffer;
  lastFour: string;
  /** Ids of the users whose permissions the key depends on. */
  grantedBy: readonly string[];
};

export async function insertApiKey(tx: Transaction, key: NewApiKey, at: Date): Promise<void> {
  await tx.run(sql`
    insert into shop.api_keys (store_id, id, name, key_hash, last_four, permissions, expires_at, granted_by, created_at, updated_at)
    values (${tx.storeId}, ${key.id}, ${key.name}, ${key.keyHash}, ${key.lastFour}, ${key.permissions}, ${key.expiresAt},
      ${key.grantedBy},
      ${at}, ${at})`);
}

/** Saves a locked key. From then on, the key also depends on the permissions of the users in `grantedBy`. */
export async function saveApiKey(
  tx: Transaction,
  key: Pick<ApiKey, "id" | "name" | "permissions" | "status" | "expiresAt">,
  grantedBy: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update shop.api_keys set name = ${key.name}, permissions = ${key.permissions}, status = ${key.status},
      expires_at = ${key.expiresAt},
      granted_by = array(select distinct unnest(granted_by || ${grantedBy}::uuid[])), version = version + 1, updated_at = ${at}
    where store_id = ${tx.storeId} and id = ${key.id}`);
}

/** Revokes a locked key. The row is kept for the audit log. */
export async function markRevoked(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.api_keys set status = 'REVOKED', version = version + 1, updated_at = ${at}
    where store_id = ${tx.storeId} and id = ${id}`);
}

/**
 * Deactivates active keys that depend on one of these users and have a permission that the user no longer holds.
 * `remaining` is an SQL expression for the permissions that user `u` (a row of shop.users) still holds. Returns the
 * keys' ids.
 */
export async function deactivateKeysBeyond(
  tx: Transaction,
  userIds: readonly string[],
  remaining: Sql,
  at: Date,
): Promise<string[]> {
  const keys = await tx.rows<{ id: string }>(sql`
    update shop.api_keys k set status = 'INACTIVE', version = version + 1, updated_at = ${at}
    where k.store_id = ${tx.storeId} and k.status = 'ACTIVE'
      and exists (select from shop.users u where u.id = any(${userIds}::uuid[]) and u.id = any(k.granted_by)
        and not k.permissions <@ ${remaining})
    returning k.id`);
  return keys.map(({ id }) => id);
}
