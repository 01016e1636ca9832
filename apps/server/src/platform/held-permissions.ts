import { Permission } from "@vetrina/contract/permissions";
import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { ApiFailure, notFound } from "./errors.ts";

/** OWNER: a role of type ADMIN in the store. */
export type Held = ReadonlySet<Permission | "OWNER">;

const everything: Held = new Set([...Permission.options, "OWNER"]);

/** The caller's current permissions in the store. Throws NOT_FOUND if they no longer have a role in it. */
export async function heldByCaller(tx: Transaction, { actor }: Context): Promise<Held> {
  if (actor.kind === "system") return everything;
  const held = actor.kind === "user" ? await heldBy(tx, actor.userId) : null;
  if (held === null) throw notFound("store");
  return held;
}

/** A user's permissions in the store; null without a role in it. */
export async function heldBy(tx: Transaction, userId: string): Promise<Held | null> {
  const row = await tx.row<{ held: (Permission | "OWNER")[] | null }>(
    sql`select door.permissions_of(${userId}, ${tx.storeId}) as held`,
  );
  return row?.held ? new Set(row.held) : null;
}

/** Callers can't give or revoke permissions they lack. Throws PERMISSION_NOT_HELD, which names the missing ones. */
export function requireHeld(held: Held, required: Iterable<Permission | "OWNER">): void {
  const missing = [...new Set(required)].filter((one) => !held.has(one));
  if (missing.length === 0) return;
  throw new ApiFailure(
    "PERMISSION_NOT_HELD",
    `You do not hold ${missing.join(", ")} yourself. Ask an owner of the store.`,
    { missing },
  );
}
