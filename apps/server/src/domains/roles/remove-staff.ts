import type { roles } from "@vetrina/contract/people/roles";
import type { Context } from "../../platform/context.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "./lock-people.ts";
import { readRolesOf } from "./queries.ts";
import { takeRoles } from "./revoke-role.ts";

/**
 * Removes all of a user's roles in the store, and ends the API keys and invitations that depended on them (endAccess);
 * if one role can't be removed, nothing changes. Sessions and other stores are unaffected. Does nothing for users
 * without a role there. Throws PERMISSION_NOT_HELD and LAST_OWNER like revokeRole.
 */
export async function removeStaff(
  ctx: Context,
  { userId }: Input<typeof roles.removeStaff>,
): Promise<void> {
  requireOpenSession(ctx.actor);
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const before = await readRolesOf(tx, userId);
    await takeRoles(tx, ctx, userId, before, before);
  });
}
