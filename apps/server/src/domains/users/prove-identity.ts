import { verifyPassword } from "../../platform/auth/password.ts";
import type { Context } from "../../platform/context.ts";
import { queryable } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { guess, guessesAt } from "./guesses.ts";
import { wrongCode } from "./login.ts";
import { findPassword } from "./queries.ts";
import { codeGuesses, passwordGuesses } from "./rules.ts";
import { spendSecondFactor } from "./second-factor.ts";

/** The signed-in user's id. Throws UNAUTHENTICATED for anybody else. */
export function signedInUser({ actor }: Pick<Context, "actor">): string {
  if (actor.kind !== "user") throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  return actor.userId;
}

/** Throws INVALID_CREDENTIALS where it is not the caller's own password: a token alone changes no secret. */
export async function provePassword(ctx: Context, password: string): Promise<void> {
  const userId = signedInUser(ctx);
  const { services } = ctx;
  const check = async () =>
    verifyPassword(password, await findPassword(queryable(services.database.app), userId));
  const guesses = guessesAt(services, "password", userId, passwordGuesses);
  if (!(await guess(services, guesses, check, Boolean)))
    throw new ApiFailure("INVALID_CREDENTIALS", "The password is not right.");
}

/** Throws INVALID_CREDENTIALS where it is neither the app's code nor a recovery code of the caller. */
export async function proveCode(ctx: Context, code: string): Promise<void> {
  const userId = signedInUser(ctx);
  const guesses = guessesAt(ctx.services, "code", userId, codeGuesses);
  const check = () => spendSecondFactor(ctx.services, userId, code);
  if (!(await guess(ctx.services, guesses, check, Boolean))) throw wrongCode();
}
