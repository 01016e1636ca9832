import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../platform/audit.ts";
import {
  type MailedPurpose,
  type MailedToken,
  readToken,
  useToken,
  voidTokens,
} from "../../platform/auth/mailed-token.ts";
import { hashPassword, unmatchableHash, verifyPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { accountTransaction, type AccountTransaction, mailAccount } from "./account-transaction.ts";
import { attempt, attemptsAt } from "./attempts.ts";
import { findPassword } from "./queries.ts";
import { releaseAddress } from "./release-address.ts";
import { rememberOwner } from "./remember-owner.ts";
import { tokenOver } from "./reset-password.ts";
import { passwordAttempts } from "./rules.ts";
import { isSqlState } from "../../platform/database/sql-state.ts";

type Asked = MailedToken & { userId: string };
type Body = Input<typeof users.verifyEmail>["body"];
type Owner = { userId: string; email: string; needsPassword: boolean };
/** Hashes of the password that the email's reader entered and of the new password. Each is null if it wasn't sent. */
type Secret = { known: string | null; chosen: string | null };

/**
 * Throws TOKEN_INVALID for a token that is forged, used, replaced or expired. Throws INVALID_CREDENTIALS for a wrong
 * password, which leaves the token valid, and ALREADY_EXISTS if another account uses the address.
 */
export async function verifyEmail(
  ctx: Context,
  { body }: Input<typeof users.verifyEmail>,
): Promise<Output<typeof users.verifyEmail>> {
  const { services } = ctx;
  const { token } = body;
  const [registered, moving] = [
    await find(ctx, token, "verify-email"),
    await find(ctx, token, "change-email"),
  ];
  const asked = registered ?? moving;
  if (asked === null) throw tokenOver();
  const secret = await secretOf(ctx, asked, body, registered !== null);
  const purpose = registered === null ? "change-email" : "verify-email";
  const owner = await accountTransaction(ctx, async (tx) => {
    if ((await useToken(tx, services, token, purpose)) === null) throw tokenOver();
    return registered === null ? change(tx, ctx, asked, secret) : prove(tx, ctx, asked, secret);
  });
  await rememberOwner(ctx, owner);
  const { email, needsPassword } = owner;
  return { status: "VERIFIED", email, needsPassword };
}

async function find(ctx: Context, token: string, purpose: MailedPurpose): Promise<Asked | null> {
  const { services } = ctx;
  const found = await readToken(ctx.lookups, services, token, purpose);
  return found?.userId == null ? null : { ...found, userId: found.userId };
}

async function secretOf(
  ctx: Context,
  { userId, email }: Asked,
  { password, newPassword }: Body,
  isNew: boolean,
): Promise<Secret> {
  if (!isNew && (password === undefined || newPassword !== undefined))
    throw invalidField(
      newPassword === undefined ? "password" : "newPassword",
      "Enter the password of the account whose email is being changed to this address.",
    );
  const caller = { by: ctx, account: userId };
  if (newPassword !== undefined) {
    requireGoodPassword(newPassword, email, "newPassword");
    return { known: null, chosen: await hashPassword(newPassword, caller) };
  }
  if (password === undefined) return { known: null, chosen: null };
  const { services } = ctx;
  const hash = await findPassword(ctx.lookups, userId);
  const attempts = attemptsAt(ctx, "password", `mailed link ${userId}`, passwordAttempts, null);
  const check = () => verifyPassword(password, hash, caller);
  const isRight = await attempt(services, attempts, check, Boolean);
  if (!isRight) throw wrongPassword();
  return { known: hash, chosen: null };
}

function wrongPassword(): ApiFailure {
  return new ApiFailure("INVALID_CREDENTIALS", "The password is wrong.");
}

async function prove(
  tx: AccountTransaction,
  ctx: Context,
  { userId, email }: Asked,
  { known, chosen }: Secret,
): Promise<Owner> {
  const proven = await tx.row<{ needsPassword: boolean }>(sql`
    update shop.users set email_verified_at = ${ctx.now()}, password_hash = coalesce(${chosen}, password_hash)
    where id = ${userId} and lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null
      and password_hash = coalesce(${known}, password_hash)
    returning password_hash = ${unmatchableHash} as "needsPassword"`);
  if (proven === undefined) throw tokenOver();
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { emailVerified: true, ...(chosen === null ? {} : { password: "changed" }) },
  });
  return { userId, email, ...proven };
}

async function change(
  tx: AccountTransaction,
  ctx: Context,
  { userId, email }: Asked,
  { known }: Secret,
): Promise<Owner> {
  const user = await tx.row<{ email: string; wasProven: boolean }>(sql`
    select email, email_verified_at is not null as "wasProven" from shop.users
    where id = ${userId} and deleted_at is null and password_hash = coalesce(${known}, password_hash) for update`);
  if (user === undefined) throw tokenOver();
  const isOther = user.email.toLowerCase() !== email.toLowerCase();
  if (isOther) await releaseAddress(tx, ctx, email);
  try {
    await tx.run(sql`
      update shop.users set email = ${email}, email_verified_at = ${ctx.now()} where id = ${userId}`);
  } catch (error) {
    if (!isSqlState(error, "uniqueViolation")) throw error;
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "This address already has an account. Use another address.",
    );
  }
  if (isOther && user.wasProven)
    await tx.run(
      sql`select door.withdraw_invitations_to(${user.email}, ${ctx.now()}, ${ctx.traceId})`,
    );
  // Voids the links that were emailed to the old address.
  await voidTokens(tx, ctx.services, userId);
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { email: "changed" },
  });
  await mailAccount(tx, { template: "email-changed", userId, to: user.email, data: {} });
  return { userId, email, needsPassword: false };
}
