import { createHmac } from "node:crypto";
import {
  hashRefreshToken,
  newRefreshToken,
  successorOf,
} from "../../../platform/auth/refresh-token.ts";
import { coarseAddress, describeDevice } from "../../../platform/auth/describe-device.ts";
import type { Context } from "../../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../../platform/database/sql.ts";
import type { Caller } from "../../../platform/http/callers/caller.ts";
import { newId } from "../../../platform/id.ts";
import { type Presenter, sessionMs } from "../rules.ts";

/**
 * Opens a session with its first refresh token, in one statement. `storeId` is the store whose own host was used;
 * `onlyStore` is the only store that the session can access, if it is bound to one, and `activation` that of the custom
 * domain where it was opened, with which it ends.
 */
export async function openSession(
  db: Queryable,
  {
    userId,
    storeId,
    onlyStore,
    activation,
    caller,
  }: {
    userId: string;
    storeId: string | null;
    onlyStore: string | null;
    activation: string | null;
    caller: Caller;
  },
  now: Date,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = newId();
  const refreshToken = newRefreshToken();
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db.run(sql`
    with opened as (
      insert into shop.sessions (id, user_id, created_at, last_used_at, expires_at, user_agent, address, opened_at_store, only_store, activation)
      values (${sessionId}, ${userId}, ${now}, ${now}, ${expiresAt}, ${describeDevice(caller.userAgent)},
        ${coarseAddress(caller.address)}, ${storeId}, ${onlyStore}, ${activation}) returning id)
    insert into shop.refresh_tokens (hash, session_id, created_at)
    select ${hashRefreshToken(refreshToken)}, id, ${now} from opened`);
  return { sessionId, refreshToken };
}

/**
 * Identifies where a refresh token is presented from. Keyed by the token, so that the stored value reveals neither
 * network nor device.
 */
export function presenterOf(token: string, { address, userAgent }: Caller): Presenter {
  const hash = (kind: string, value: string | null) =>
    createHmac("sha256", token)
      .update(`${kind} ${value ?? ""}`)
      .digest();
  return {
    network: hash("network", coarseAddress(address)),
    device: hash("device", describeDevice(userAgent)),
  };
}

/**
 * Replaces the token with its successor and returns it; null if another call was first. Concurrent calls wait for the
 * row's lock, and one of them succeeds. `judge` in rules.ts decides what the others get.
 */
export async function rotate(
  db: Queryable,
  { token, key, by }: { token: string; key: Buffer; by: Presenter },
  now: Date,
): Promise<string | null> {
  const successor = successorOf(token, key);
  const rotated = await db.run(sql`
    with turned as (
      update shop.refresh_tokens
      set rotated_at = ${now}, rotated_network = ${by.network}, rotated_device = ${by.device}
      where hash = ${hashRefreshToken(token)} and rotated_at is null
      returning session_id)
    insert into shop.refresh_tokens (hash, session_id, created_at)
    select ${hashRefreshToken(successor)}, session_id, ${now} from turned`);
  return rotated === 0 ? null : successor;
}

/** Ends a session with all its refresh and access tokens (identify.ts). Returns false if it had ended already. */
export async function revokeSession(db: Queryable, sessionId: string, now: Date): Promise<boolean> {
  const ended = await db.run(sql`
    update shop.sessions set revoked_at = ${now} where id = ${sessionId} and revoked_at is null`);
  return ended > 0;
}

/**
 * The sessions that this session may list, and may end without the password. The owner of a custom domain may have
 * copied a session there, so it reaches only sessions of its own store, and can't sign the user out of all stores.
 */
export function reachableBy(actor: Context["actor"]): Sql {
  const onlyStore = actor.kind === "user" ? actor.onlyStore : undefined;
  return onlyStore === undefined ? sql`true` : sql`only_store = ${onlyStore}`;
}

/**
 * Ends the calling user's sessions that meet `reach`, except this one. Returns the number of ended sessions. Locks the
 * user, so that nobody can sign in meanwhile with the credentials that this transaction changes.
 */
export async function endOtherSessionsOf(
  tx: Queryable,
  { actor, now }: Pick<Context, "actor" | "now">,
  userId: string,
  reach = sql`true`,
): Promise<number> {
  const own = actor.kind === "user" ? actor.sessionId : null;
  await tx.run(sql`select from shop.users where id = ${userId} for no key update`);
  return tx.run(sql`
    update shop.sessions set revoked_at = ${now()}
    where user_id = ${userId} and revoked_at is null and id is distinct from ${own} and ${reach}`);
}

/** Ends all sessions of a user. Call it in the transaction that changed the user. */
export async function endAllSessionsOf(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update shop.sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`);
}

/** Removes the devices and networks of a user's sessions. */
export async function forgetDevicesOf(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`
    update shop.sessions set user_agent = null, address = null where user_id = ${userId}`);
}

/** Records that a session is in use. Accurate to a minute, so that most refreshes write nothing. */
export async function noteUse(
  db: Queryable,
  { sessionId, lastUsedAt }: { sessionId: string; lastUsedAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < 60_000) return;
  await db.run(sql`
    update shop.sessions set last_used_at = ${now} where id = ${sessionId} and last_used_at < ${now}`);
}
