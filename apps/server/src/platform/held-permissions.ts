import { Permission } from "@vetrina/contract/permissions";
import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { ApiFailure, notFound } from "./errors.ts";

/** OWNER: a role of type ADMIN in the store. */
export type Held = ReadonlySet<Permission | "OWNER">;

const everything: Held = new Set([...Permission.options, "OWNER"]);

/** What the caller may do in the store at this moment. Throws NOT_FOUND for one who has lost the last tie to it. */
export async function heldByCaller(tx: Transaction, { actor }: Context): Promise<Held> {
  if (actor.kind === "system") return everything;
  const held = actor.kind === "user" ? await heldBy(tx, actor.userId) : null;
  if (held === null) throw notFound("store");
  return held;
}

/** What a user may do in the store; null for one without any tie to it. */
export async function heldBy(tx: Transaction, userId: string): Promise<Held | null> {
  const row = await tx.row<{ held: (Permission | "OWNER")[] | null }>(
    sql`select door.permissions_of(${userId}, ${tx.storeId}) as held`,
  );
  return row?.held ? new Set(row.held) : null;
}

/** Nobody gives or takes what they lack. Throws PERMISSION_NOT_HELD, which names what is missing. */
export function requireHeld(held: Held, wanted: Iterable<Permission | "OWNER">): void {
  const missing = [...new Set(wanted)].filter((one) => !held.has(one));
  if (missing.length === 0) return;
  throw new ApiFailure(
    "PERMISSION_NOT_HELD",
    `You do not hold ${missing.join(", ")} yourself. Ask an owner of the store.`,
    { missing },
  );
}
