import { auditAll } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { deactivateKeysBeyond } from "../api-key-records/api-key-rows.ts";
import { endInvitationsBeyond } from "../open-invitations/end-invitation.ts";
import { enqueueEndPayLinks } from "./enqueue-end-pay-links.ts";
import { lockPeople } from "./lock-people.ts";

/**
 * Call it after users lost roles or permissions. Deactivates API keys that they created or extended, and withdraws open
 * invitations from or to them, if these give more than the users may still do. Also revokes pay links
 * (endPayLinksType). The caller holds the lock that lockPeople takes.
 */
export async function endAccess(
  tx: Transaction,
  ctx: Context,
  userIds: readonly string[],
): Promise<void> {
  const remaining = sql`coalesce(door.permissions_of(u.id, ${tx.storeId}), '{}')`;
  await endBeyond(tx, ctx, userIds, remaining);
}

/** Like endAccess, in every store, for a user whose account is about to be deleted. */
export async function endAccessEverywhere(
  tx: Queryable,
  ctx: Context,
  userId: string,
): Promise<void> {
  const stores = await tx.rows<{ storeId: string }>(
    sql`select s as "storeId" from door.stores_with_grants_of(${userId}) s`,
  );
  for (const { storeId } of stores) {
    const inStore = { ...tx, storeId };
    await tx.run(sql`select door.enter_user(${userId}, ${storeId})`);
    await lockPeople(inStore);
    await endBeyond(inStore, ctx, [userId], sql`'{}'::text[]`);
  }
}

/** Ends access like endAccess. `remaining` is SQL for the permissions that a user (`u`) still has. */
async function endBeyond(
  tx: Transaction,
  ctx: Context,
  userIds: readonly string[],
  remaining: Sql,
): Promise<void> {
  const keys = await deactivateKeysBeyond(tx, userIds, remaining, ctx.now());
  await auditAll(
    tx,
    ctx,
    keys.map((id) => ({
      action: "UPDATE",
      entityType: "API key",
      entityId: id,
      before: { status: "ACTIVE" },
      after: { status: "INACTIVE", reason: "its creator lost permissions" },
    })),
  );
  await endInvitationsBeyond(tx, ctx, userIds, remaining);
  await enqueueEndPayLinks(tx, { userIds, keyIds: keys });
}
