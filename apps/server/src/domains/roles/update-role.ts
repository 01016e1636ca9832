import type { Role, roles } from "@vetrina/contract/people/roles";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { requireFreeName } from "./create-role.ts";
import { endAccess } from "./end-access.ts";
import { lockPeople } from "./lock-people.ts";
import { readHolders, readOwners, readRole } from "./queries.ts";
import { changeRole, rightsOf, type RoleFacts } from "./rules.ts";

/**
 * Changes the given fields for everyone who holds the role, from their next call on. If the role loses rights, also
 * ends API keys and invitations that go beyond its holders' remaining rights. Throws PERMISSION_NOT_HELD if the role
 * holds, or would hold, a permission that the caller lacks. Changing an owner's role requires an owner's rights.
 */
export async function updateRole(
  ctx: Context,
  { id, body }: Input<typeof roles.updateRole>,
): Promise<Role> {
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    const present = await readRole(tx, id);
    await requireFresh(tx, ctx, "role", present.version, async () => present);
    const held = await heldByCaller(tx, ctx);
    requireHeld(held, [...rightsOf(present), ...(body.permissions ?? [])]);
    if (await isHeldByOwner(tx, id)) requireHeld(held, ["OWNER"]);
    const next = changeRole(present, body);
    await requireFreeName(tx, next.name, id);
    await tx.run(sql`
      update shop.roles set name = ${next.name}, type = ${next.type}, permissions = ${next.permissions},
        version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "role",
      entityId: id,
      before: facts(present),
      after: facts(next),
    });
    if (rightsOf(present).some((right) => !rightsOf(next).includes(right)))
      await endAccess(tx, ctx, await readHolders(tx, id));
    return readRole(tx, id);
  });
}

export async function isHeldByOwner(tx: Transaction, roleId: string): Promise<boolean> {
  const owners = await readOwners(tx, tx.storeId);
  const found = await tx.row(sql`
    select from shop.role_assignments
    where store_id = ${tx.storeId} and role_id = ${roleId} and user_id = any(${owners}::uuid[]) limit 1`);
  return found !== undefined;
}

function facts({ name, type, permissions }: RoleFacts) {
  return { name, type, permissions };
}
