import type { HeldRole, roles, UserRoles } from "@vetrina/contract/roles";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readOwnRoles, readRolesOf } from "./queries.ts";
import { together } from "./rules.ts";

/** The same empty answer for an unknown user and for one without a role in the store. */
export async function getUserRoles(
  ctx: Context,
  { userId }: Input<typeof roles.getUserRoles>,
): Promise<UserRoles> {
  const { id: storeId } = ctx.store;
  const held = isSelf(ctx, userId)
    ? await readOwnRoles(queryable(ctx.services.database.app), userId, storeId)
    : await ctx.tx((tx) => readRolesOf(tx, userId));
  return presentRoles(userId, storeId, held);
}

/** Whoever asks about themselves may have no tie to the store; about others they read from within it alone. */
export function isSelf({ actor }: Context, userId: string): boolean {
  return actor.kind === "user" && actor.userId === userId;
}

export function presentRoles(
  userId: string,
  storeId: string,
  held: readonly HeldRole[],
): UserRoles {
  const isOwner = held.some(({ type }) => type === "ADMIN");
  return { userId, storeId, roles: [...held], permissions: together(held), isOwner };
}
