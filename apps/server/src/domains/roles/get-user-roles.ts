import type { HeldRole, roles, UserRoles } from "@vetrina/contract/roles";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { readRolesOf } from "./queries.ts";
import { together } from "./rules.ts";

/** The same empty answer for an unknown user and for one without a role in the store. */
export async function getUserRoles(
  { services, store }: Context,
  { userId }: Input<typeof roles.getUserRoles>,
): Promise<UserRoles> {
  const held = await readRolesOf(queryable(services.database.app), userId, store.id);
  return presentRoles(userId, store.id, held);
}

export function presentRoles(
  userId: string,
  storeId: string,
  held: readonly HeldRole[],
): UserRoles {
  const isOwner = held.some(({ type }) => type === "ADMIN");
  return { userId, storeId, roles: [...held], permissions: together(held), isOwner };
}
