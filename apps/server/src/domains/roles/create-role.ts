import type { Role, roles } from "@vetrina/contract/people/roles";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { lockPeople } from "./lock-people.ts";
import { readRole } from "./queries.ts";

/** Maximum number of custom roles in a store. */
export const maxOwnRoles = 50;

/**
 * Creates a custom role. Throws PERMISSION_NOT_HELD, LIMIT_REACHED, and ALREADY_EXISTS for a taken name, ignoring case.
 */
export async function createRole(
  ctx: Context,
  { body: { name, type, permissions } }: Input<typeof roles.createRole>,
): Promise<Role> {
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    requireHeld(await heldByCaller(tx, ctx), permissions);
    await requireFreeName(tx, name, id);
    await requireRoom(tx);
    await tx.run(sql`
      insert into shop.roles (store_id, id, type, name, permissions, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${type}, ${name}, ${permissions}, ${ctx.now()}, ${ctx.now()})`);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "role",
      entityId: id,
      after: { name, type, permissions },
    });
    return readRole(tx, id);
  });
}

/** Throws ALREADY_EXISTS if a role other than `id` has the name. */
export async function requireFreeName(tx: Transaction, name: string, id: string): Promise<void> {
  const other = await tx.row(sql`
    select from shop.roles where store_id = ${tx.storeId} and lower(name) = lower(${name}) and id <> ${id}`);
  if (other !== undefined)
    throw new ApiFailure("ALREADY_EXISTS", "Another role has this name. Choose a different name.", {
      field: "name",
    });
}

/** Throws LIMIT_REACHED if the store has too many custom roles. The caller holds the lock that lockPeople takes. */
async function requireRoom(tx: Transaction): Promise<void> {
  const row = await tx.row<{ own: number }>(sql`
    select count(*)::int as own from shop.roles where store_id = ${tx.storeId} and not is_built_in`);
  if ((row?.own ?? 0) < maxOwnRoles) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `A store can have at most ${maxOwnRoles} custom roles. Delete one first.`,
    { max: maxOwnRoles },
  );
}
