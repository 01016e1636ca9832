import { verifyPassword } from "../../../platform/auth/password.ts";
import type { Context } from "../../../platform/context.ts";
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
 */
export async function provePassword(ctx: Context, password: string): Promise<void> {
  const session = sessionOf(ctx);
  const { services } = ctx;
  const { userId } = session;
  const check = async () => {
    const hash = await findPassword(ctx.lookups, userId);
    return verifyPassword(password, hash, { by: ctx, account: userId });
  };
  const attempts = attemptsInSession(services, "password", session, passwordAttempts.ofDevice);
  if (!(await attempt(services, attempts, check, Boolean)))
    throw new ApiFailure("INVALID_CREDENTIALS", "The password is wrong.");
}

/** Throws INVALID_CREDENTIALS if the code is neither the app's code nor a recovery code of the caller. */
export async function proveCode(ctx: Context, code: string): Promise<void> {
  const session = sessionOf(ctx);
  const attempts = attemptsInSession(ctx.services, "code", session, codeAttempts.ofDevice);
  const check = () => spendSecondFactor(ctx.services, session.userId, code);
  if (!(await attempt(ctx.services, attempts, check, Boolean))) throw wrongCode();
}
