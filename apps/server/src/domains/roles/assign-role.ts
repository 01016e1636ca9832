import type { HeldRole, roles, UserRoles } from "@vetrina/contract/people/roles";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "./lock-people.ts";
import { presentRoles } from "./get-user-roles.ts";
import { readRole, readRolesOf } from "./queries.ts";
import { rightsOf } from "./rules.ts";

/**
 * Maximum number of roles of a user in a store. Staff can assign roles to any user, and each login loads the user's
 * roles.
 */
export const maxRolesOfUser = 10;

/**
 * Assigns a role. Assigning it again changes nothing, except that users accept a role by assigning it to themselves.
 * Throws NOT_FOUND for an unknown user, PERMISSION_NOT_HELD, and LIMIT_REACHED.
 */
export async function assignRole(
  ctx: Context,
  { body: { userId, roleId } }: Input<typeof roles.assignRole>,
): Promise<UserRoles> {
  const { actor } = ctx;
  if (actor.kind === "user" && actor.userId === userId) requireOpenSession(actor);
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    requireHeld(await heldByCaller(tx, ctx), rightsOf(await readRole(tx, roleId)));
    const user = await tx.row(sql`
      select from shop.users where id = ${userId} and deleted_at is null for share`);
    if (user === undefined) throw notFound("user");
    await requireRoom(tx, userId, roleId);
    return presentRoles(tx, userId, tx.storeId, await giveRole(tx, ctx, userId, roleId));
  });
}

async function requireRoom(tx: Transaction, userId: string, roleId: string): Promise<void> {
  const held = await readRolesOf(tx, userId);
  if (held.length < maxRolesOfUser || held.some(({ id }) => id === roleId)) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `A user can hold at most ${maxRolesOfUser} roles in a store. Revoke one first.`,
    { max: maxRolesOfUser },
  );
}

/**
 * Writes the assignment and its audit entry, and returns the user's roles. Users who assign a role to themselves accept
 * it at once. Until users accept a role that others assigned, they neither own the store nor get its emails. The caller
 * has checked permissions.
 */
export async function giveRole(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  userId: string,
  roleId: string,
): Promise<HeldRole[]> {
  const before = await readRolesOf(tx, userId);
  const joined = ctx.actor.kind === "user" && ctx.actor.userId === userId;
  const given = await tx.run(sql`
    insert into shop.role_assignments (store_id, user_id, role_id, joined, created_at)
    values (${tx.storeId}, ${userId}, ${roleId}, ${joined}, ${ctx.now()}) on conflict do nothing`);
  if (given === 0) {
    if (joined) await acceptRole(tx, ctx, userId, roleId, before);
    return before;
  }
  const after = await readRolesOf(tx, userId);
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "role assignment",
    entityId: userId,
    before: { roles: namesOf(before) },
    after: { roles: namesOf(after) },
  });
  return after;
}

/** Marks a role that others assigned as accepted by the user. */
async function acceptRole(
  tx: Transaction,
  ctx: Pick<Context, "actor" | "traceId" | "now">,
  userId: string,
  roleId: string,
  held: readonly HeldRole[],
): Promise<void> {
  const accepted = await tx.run(sql`
    update shop.role_assignments set joined = true
    where store_id = ${tx.storeId} and user_id = ${userId} and role_id = ${roleId} and not joined`);
  if (accepted === 0) return;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "role assignment",
    entityId: userId,
    after: { accepted: namesOf(held.filter(({ id }) => id === roleId)) },
  });
}

export function namesOf(held: readonly HeldRole[]): string[] {
  return held.map(({ name }) => name);
}
