import { Permission } from "@vetrina/contract/people/permissions";
import type { Context, Transaction } from "./context.ts";
import { sql } from "./database/sql.ts";
import { ApiFailure, notFound } from "./errors.ts";

/** OWNER: a role of type ADMIN in the store. */
export type Held = ReadonlySet<Permission | "OWNER">;

const everything: Held = new Set([...Permission.options, "OWNER"]);

/**
 * The current permissions of the calling user, or of the system, in the store. API keys never get here, because they
 * can't manage roles, staff or keys. Throws NOT_FOUND for a user without access to the store.
 */
export async function heldByCaller(tx: Transaction, { actor }: Context): Promise<Held> {
  if (actor.kind === "system") return everything;
  const held = actor.kind === "user" ? await heldBy(tx, actor.userId) : null;
  if (held === null) throw notFound("store");
  return held;
}

/**
 * Checks the caller's permissions again at the end of an upload, because the upload may have taken a long time. Throws
 * UNAUTHENTICATED if the session or API key has since ended, and PERMISSION_NOT_HELD if a permission is missing.
 */
export async function requireStillHeld(
  tx: Transaction,
  { actor, now }: Pick<Context, "actor" | "now">,
  required: readonly Permission[],
): Promise<void> {
  if (actor.kind === "system") return;
  const held = await heldNow(tx, actor, now());
  if (held === null)
    throw new ApiFailure(
      "UNAUTHENTICATED",
      "You no longer have access. Sign in again, or use another API key.",
    );
  requireHeld(held, required);
}

/** The caller's permissions at this time; null if the session or key has ended. */
async function heldNow(tx: Transaction, actor: Context["actor"], at: Date): Promise<Held | null> {
  if (actor.kind === "apiKey") {
    const row = await tx.row<{ permissions: Permission[] }>(
      sql`select permissions from door.active_api_key(${actor.keyId})`,
    );
    return row === undefined ? null : new Set(row.permissions);
  }
  if (actor.kind !== "user") return null;
  const session = await tx.row(sql`
    select from shop.sessions where id = ${actor.sessionId} and revoked_at is null and expires_at > ${at}`);
  return session === undefined ? null : ((await heldBy(tx, actor.userId)) ?? new Set());
}

/** A user's permissions in the store, all of them for a platform administrator; null if the user has none. */
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
    `You don't have ${missing.join(", ")} yourself. Ask an owner of the store.`,
    { missing },
  );
}
