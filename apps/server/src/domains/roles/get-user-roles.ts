import type { HeldRole, roles, UserRoles } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import { type Queryable } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readOwners, readOwnRoles, readRolesOf } from "./queries.ts";
import { together } from "./rules.ts";

/** Returns a user's roles: none for a user without a role in the store, and none for an unknown user either. */
export async function getUserRoles(
  ctx: Context,
  { userId }: Input<typeof roles.getUserRoles>,
): Promise<UserRoles> {
  const { id: storeId } = ctx.store;
  const app = ctx.lookups;
  if (!isSelf(ctx, userId))
    return ctx.tx(async (tx) => presentRoles(tx, userId, storeId, await readRolesOf(tx, userId)));
  return presentRoles(app, userId, storeId, await readOwnRoles(app, userId, storeId));
}

/**
 * Whether the caller asks about themselves. Users may read their own roles in any store; reading another user's roles
 * requires access to the store.
 */
export function isSelf({ actor }: Context, userId: string): boolean {
  return actor.kind === "user" && actor.userId === userId;
}

export async function presentRoles(
  db: Queryable,
  userId: string,
  storeId: string,
  held: readonly HeldRole[],
): Promise<UserRoles> {
  const isOwner = (await readOwners(db, storeId)).includes(userId);
  return { userId, storeId, roles: [...held], permissions: together(held), isOwner };
}
