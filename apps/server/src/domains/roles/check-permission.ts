import type { roles } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { isSelf } from "./get-user-roles.ts";

/**
 * Returns whether the user has the permission, as the server's own checks decide: platform administrators have every
 * permission without a role.
 */
export async function checkPermission(
  ctx: Context,
  { userId, permission }: Input<typeof roles.checkPermission>,
): Promise<Output<typeof roles.checkPermission>> {
  const { id: storeId } = ctx.store;
  const held = isSelf(ctx, userId)
    ? await heldOf(ctx.lookups, sql`door.permissions_of(${userId}, ${storeId})`)
    : await ctx.tx((tx) => heldOf(tx, sql`door.permissions_in(${userId})`));
  return { userId, storeId, permission, allowed: held.includes(permission) };
}

async function heldOf(db: Queryable, permissions: Sql): Promise<readonly string[]> {
  const row = await db.row<{ held: string[] | null }>(sql`select ${permissions} as held`);
  return row?.held ?? [];
}
