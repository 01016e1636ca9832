import type { HeldRole, roles, UserRoles } from "@vetrina/contract/people/roles";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { namesOf } from "./assign-role.ts";
import { endAccess } from "./end-access.ts";
import { presentRoles } from "./get-user-roles.ts";
import { lockPeople } from "./lock-people.ts";
import { readOwners, readRole, readRolesOf } from "./queries.ts";
import { requireAnotherOwner, rightsOf } from "./rules.ts";

/**
 * Takes a role from a user; does nothing if the user doesn't hold it. Throws PERMISSION_NOT_HELD if the role gives
 * permissions that the caller lacks, or if the user is an owner and the caller has no owner's rights; LAST_OWNER if the
 * store would have no owner.
 */
export async function revokeRole(
  ctx: Context,
  { body: { userId, roleId } }: Input<typeof roles.revokeRole>,
): Promise<UserRoles> {
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    await readRole(tx, roleId);
    const before = await readRolesOf(tx, userId);
    const taken = before.filter(({ id }) => id === roleId);
    const after = await takeRoles(tx, ctx, userId, taken, before);
    return presentRoles(tx, userId, tx.storeId, after);
  });
}

/**
 * Revokes the roles in `taken` from the user and returns the remaining ones. The caller holds the lock that lockPeople
 * takes.
 */
export async function takeRoles(
  tx: Transaction,
  ctx: Context,
  userId: string,
  taken: readonly HeldRole[],
  before: readonly HeldRole[],
): Promise<HeldRole[]> {
  const held = await heldByCaller(tx, ctx);
  const after = before.filter((role) => !taken.includes(role));
  if (taken.length === 0) return after;
  const owners = await readOwners(tx, tx.storeId);
  requireHeld(held, [
    ...taken.flatMap((role) => rightsOf(role)),
    ...(owners.includes(userId) ? (["OWNER"] as const) : []),
  ]);
  if (!after.some(({ type }) => type === "ADMIN")) requireAnotherOwner(owners, userId);
  await tx.run(sql`
    delete from shop.role_assignments
    where store_id = ${tx.storeId} and user_id = ${userId} and role_id = any(${taken.map(({ id }) => id)}::uuid[])`);
  await audit(tx, ctx, {
    action: "DELETE",
    entityType: "role assignment",
    entityId: userId,
    before: { roles: namesOf(before) },
    after: { roles: namesOf(after) },
  });
  await endAccess(tx, ctx, [userId]);
  return after;
}
