import type { roles } from "@vetrina/contract/roles";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "./lock-people.ts";
import { readRolesOf } from "./queries.ts";
import { takeRoles } from "./revoke-role.ts";

/**
 * Ends a user's access to the store, all of it or none, with the API keys they made there; their sessions and other stores
 * stay. Somebody who holds no role there changes nothing. Throws PERMISSION_NOT_HELD and LAST_OWNER as revokeRole does.
 */
export async function removeStaff(
  ctx: Context,
  { userId }: Input<typeof roles.removeStaff>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const before = await readRolesOf(tx, userId);
    await takeRoles(tx, ctx, userId, before, before);
  });
}
