import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import {
  type MailedToken,
  readToken,
  useToken,
  voidTokens,
} from "../../platform/auth/mailed-token.ts";
import { hashPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context, Services } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { hasRoom, rateLimited, uncountCall } from "../../platform/http/callers/rate-limit.ts";
import type { AccountMails } from "../../platform/mail/mail-kinds.ts";
import type { Input } from "../../platform/http/routes.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { accountTransaction, type AccountTransaction, mailAccount } from "./account-transaction.ts";
import { rememberOwner } from "./remember-owner.ts";
import { newPasswordsAnHour } from "./rules.ts";
import { endAllSessionsOf } from "./sessions/sessions.ts";

type ResetToken = MailedToken & { userId: string };

const purpose = "reset-password";
/** Seconds. */
const hour = 60 * 60;

/**
 * Throws TOKEN_INVALID for a token that is forged, used, replaced or expired, and RATE_LIMITED above the limit on
 * resets per account. The token stays valid after a weak password, and after RATE_LIMITED.
 */
export async function resetPassword(
  ctx: Context,
  { body: { token, password } }: Input<typeof users.resetPassword>,
): Promise<void> {
  const { services } = ctx;
  // Checked before the password is hashed, so that a forged token costs little.
  const { userId, email } = await readResetToken(ctx, token);
  requireGoodPassword(password, email);
  const owner = await countNewPassword(services, `password resets ${userId}`, async () => {
    const passwordHash = await hashPassword(password, { by: ctx, account: userId });
    return reset(ctx, token, passwordHash);
  });
  await rememberOwner(ctx, owner);
}

/** Reads the token of a password link without using it. Throws TOKEN_INVALID if it can't set a password. */
export async function readResetToken(ctx: Context, token: string): Promise<ResetToken> {
  const { lookups: db, services } = ctx;
  return validToken(db, await readToken(db, services, token, purpose));
}

/**
 * Throws TOKEN_INVALID if no open token was found, or if its account no longer has the address that the link was sent
 * to. `lock`: whether to lock the account until the transaction ends.
 */
async function validToken(
  db: Queryable,
  found: MailedToken | null,
  { lock = false } = {},
): Promise<ResetToken> {
  if (found?.userId == null) throw tokenOver();
  const { userId, email } = found;
  const owner = await db.row(sql`
    select from shop.users where id = ${userId} and lower(email) = lower(${email}) and deleted_at is null
    ${lock ? sql`for no key update` : sql``}`);
  if (owner === undefined) throw tokenOver();
  return { ...found, userId };
}

/**
 * Throws RATE_LIMITED above the limit. A reset clears the counts of login attempts, and a password change makes emailed
 * links invalid. Someone who reads the mailbox or knows the password must not be able to do either often.
 */
export async function countNewPassword<T>(
  { database: { app } }: Pick<Services, "database">,
  bucket: `password ${"resets" | "changes"} ${string}`,
  run: () => Promise<T>,
): Promise<T> {
  if (!(await hasRoom(app, bucket, newPasswordsAnHour, hour)))
    throw rateLimited(
      "The password was changed too often. Wait up to an hour and try again.",
      hour,
    );
  try {
    return await run();
  } catch (error) {
    await uncountCall(app, bucket, hour);
    throw error;
  }
}

async function reset(
  ctx: Context,
  token: string,
  passwordHash: string,
): Promise<{ userId: string; email: string }> {
  const { services } = ctx;
  return accountTransaction(ctx, async (tx) => {
    const used = await useToken(tx, services, token, purpose);
    const { userId, email, askedAt } = await validToken(tx, used, { lock: true });
    const store = askedAt == null ? null : await services.directory.find(askedAt);
    // Whoever opened the link can read the mailbox, so the address counts as verified.
    await tx.run(sql`
      update shop.users set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${ctx.now()})
      where id = ${userId}`);
    await endAllSessionsOf(tx, userId, ctx.now());
    await notifyOfNewPassword(tx, ctx, { userId, email, askedAt: store }, {});
    return { userId, email };
  });
}

/** Voids all other emailed links and notifies the owner. */
export async function notifyOfNewPassword(
  tx: AccountTransaction,
  ctx: Context,
  { userId, email, askedAt }: { userId: string; email: string; askedAt?: StoreRef | null },
  data: AccountMails["password-changed"],
): Promise<void> {
  await voidTokens(tx, ctx.services, userId);
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { password: "changed" },
  });
  await mailAccount(tx, { template: "password-changed", userId, to: email, data }, askedAt);
}

export function tokenOver(): ApiFailure {
  return new ApiFailure(
    "TOKEN_INVALID",
    "This link is not valid. It may have been used, replaced by a newer one, or expired. Request a new one.",
  );
}
