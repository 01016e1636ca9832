import { verifyPassword } from "../../../platform/auth/password.ts";
import type { Context } from "../../../platform/context.ts";
import { type Queryable, sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { attempt, attemptsInSession } from "../attempts.ts";
import { wrongCode } from "../login.ts";
import { findPassword } from "../queries.ts";
import { codeAttempts, passwordAttempts } from "../rules.ts";
import { spendSecondFactor } from "./second-factor.ts";

type SignedIn = Extract<Context["actor"], { sessionId: string }>;

/** The signed-in user's id. Throws UNAUTHENTICATED for all other callers. */
export function signedInUser(ctx: Pick<Context, "actor">): string {
  return sessionOf(ctx).userId;
}

/** The signed-in user and session, for staff and customers. Throws UNAUTHENTICATED for all other callers. */
export function sessionOf({ actor }: Pick<Context, "actor">): SignedIn {
  if (actor.kind !== "user" && actor.kind !== "customer")
    throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  return actor;
}

/**
 * Throws INVALID_CREDENTIALS unless `password` is the caller's: an access token is not enough to change credentials.
 * Returns the hash that the password matched, for lockProven.
 */
export async function provePassword(ctx: Context, password: string): Promise<string> {
  const session = sessionOf(ctx);
  const { services } = ctx;
  const { userId } = session;
  const check = async () => {
    const hash = await findPassword(ctx.lookups, userId);
    return (await verifyPassword(password, hash, { by: ctx, account: userId })) ? hash : null;
  };
  const attempts = attemptsInSession(services, "password", session, passwordAttempts.ofDevice);
  const proven = await attempt(services, attempts, check, (hash) => hash !== null);
  if (proven === null) throw wrongPassword();
  return proven;
}

/**
 * Locks the user. Call it at the start of the transaction, because a reset, another change or a deletion may have been
 * committed since the caller was identified. Throws UNAUTHENTICATED if the session has ended since then, and
 * INVALID_CREDENTIALS if `provenHash` is no longer the hash of the user's password.
 */
export async function lockProven(
  tx: Queryable,
  ctx: Pick<Context, "actor">,
  provenHash: string | null = null,
): Promise<void> {
  const { userId } = sessionOf(ctx);
  const user = await tx.row<{ hash: string }>(sql`
    select password_hash as hash from shop.users where id = ${userId} for no key update`);
  await requireOpenSession(tx, ctx);
  if (provenHash !== null && user?.hash !== provenHash) throw wrongPassword();
}

/**
 * Throws UNAUTHENTICATED if the caller's session has ended, and keeps it from ending until the transaction does. Lock
 * the user first: code that ends sessions locks in the same order, which avoids deadlocks.
 */
export async function requireOpenSession(
  tx: Queryable,
  ctx: Pick<Context, "actor">,
): Promise<void> {
  const { sessionId } = sessionOf(ctx);
  const open = await tx.row(
    sql`select from shop.sessions where id = ${sessionId} and revoked_at is null for share`,
  );
  if (open === undefined)
    throw new ApiFailure("UNAUTHENTICATED", "The session has ended. Sign in again.");
}

function wrongPassword(): ApiFailure {
  return new ApiFailure("INVALID_CREDENTIALS", "The password is wrong.");
}

/** Throws INVALID_CREDENTIALS if the code is neither the app's code nor a recovery code of the caller. */
export async function proveCode(ctx: Context, code: string): Promise<void> {
  const session = sessionOf(ctx);
  const attempts = attemptsInSession(ctx.services, "code", session, codeAttempts.ofDevice);
  const check = () => spendSecondFactor(ctx.services, session.userId, code);
  if (!(await attempt(ctx.services, attempts, check, Boolean))) throw wrongCode();
}
