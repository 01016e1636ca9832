import type { Role, roles } from "@vetrina/contract/people/roles";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { type Held, heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { endAccess } from "./end-access.ts";
import { lockPeople } from "./lock-people.ts";
import { readRole } from "./queries.ts";
import { requireCustom, rightsOf } from "./rules.ts";
import { isHeldByOwner } from "./update-role.ts";

/** Deletes a role. Throws ROLE_IN_USE with the number of holders if it has any and no replacement role is given. */
export async function deleteRole(
  ctx: Context,
  { id, reassignTo }: Input<typeof roles.deleteRole>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const role = await readRole(tx, id);
    const held = await heldByCaller(tx, ctx);
    requireHeld(held, rightsOf(role));
    if (await isHeldByOwner(tx, id)) requireHeld(held, ["OWNER"]);
    await requireFresh(tx, ctx, "role", role.version, async () => role);
    requireCustom(role);
    if (role.userCount > 0 && reassignTo === undefined) throw inUse(role.userCount);
    const holders = reassignTo === undefined ? [] : await reassign(tx, ctx, held, role, reassignTo);
    // Assignments of deleted users are removed with the role.
    await tx.run(
      sql`delete from shop.role_assignments where store_id = ${tx.storeId} and role_id = ${id}`,
    );
    await tx.run(sql`delete from shop.roles where store_id = ${tx.storeId} and id = ${id}`);
    const { name, type, permissions } = role;
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "role",
      entityId: id,
      before: { name, type, permissions, holders },
      ...(reassignTo === undefined ? {} : { after: { reassignedTo: reassignTo } }),
    });
    await endAccess(tx, ctx, holders);
  });
}

/** Gives the role's holders another role and returns their ids. Throws NOT_FOUND, PERMISSION_NOT_HELD. */
async function reassign(
  tx: Transaction,
  ctx: Context,
  held: Held,
  from: Role,
  toId: string,
): Promise<string[]> {
  if (toId === from.id) throw notFound("role");
  const to = await readRole(tx, toId);
  requireHeld(held, ["MANAGE_STAFF", ...rightsOf(to)]);
  const rows = await tx.rows<{ userId: string; joined: boolean }>(sql`
    select a.user_id as "userId", a.joined from shop.role_assignments a
    join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = ${tx.storeId} and a.role_id = ${from.id} order by a.user_id`);
  const holders = rows.map(({ userId }) => userId);
  // A holder of the deleted role hasn't agreed to own the store, so a new role of type ADMIN must be accepted first.
  const joined = rows.map((row) => row.joined && to.type !== "ADMIN");
  await tx.run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id, joined, created_at)
    select ${tx.storeId}, holder, ${to.id}, joined, ${ctx.now()}
    from unnest(${holders}::uuid[], ${joined}::boolean[]) as held (holder, joined)
    on conflict do nothing`);
  return holders;
}

function inUse(userCount: number): ApiFailure {
  return new ApiFailure(
    "ROLE_IN_USE",
    `${userCount === 1 ? "One user holds" : `${userCount} users hold`} this role. Revoke it first, or send another role's id as reassignTo.`,
    { userCount },
  );
}
