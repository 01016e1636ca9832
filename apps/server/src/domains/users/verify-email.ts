import type { users } from "@vetrina/contract/users";
import { auditAccount } from "../../platform/audit.ts";
import { type MailedToken, useToken, voidTokens } from "../../platform/auth/mailed-token.ts";
import { nobodysHash } from "../../platform/auth/password.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { accountTransaction, type AccountTransaction, mailAccount } from "./account-transaction.ts";
import { releaseAddress } from "./release-address.ts";
import { rememberOwner } from "./remember-owner.ts";
import { tokenOver } from "./reset-password.ts";

/**
 * Throws TOKEN_INVALID for a token that is forged, used, replaced or over; ALREADY_EXISTS where somebody else took the
 * address meanwhile, which only who reads its mail is told.
 */
export async function verifyEmail(
  ctx: Context,
  { body: { token } }: Input<typeof users.verifyEmail>,
): Promise<Output<typeof users.verifyEmail>> {
  const owner = await accountTransaction(ctx, async (tx) => {
    const proven = await useToken(tx, ctx.services, token, "verify-email");
    if (proven !== null) return prove(tx, ctx, proven);
    const changed = await useToken(tx, ctx.services, token, "change-email");
    if (changed === null) throw tokenOver();
    return change(tx, ctx, changed);
  });
  await rememberOwner(ctx, owner);
  return { status: "VERIFIED", needsPassword: owner.needsPassword };
}

type Owner = { userId: string; email: string; needsPassword: boolean };

async function prove(
  tx: AccountTransaction,
  ctx: Context,
  { userId, email }: MailedToken,
): Promise<Owner> {
  const proven = await tx.row<{ needsPassword: boolean }>(sql`
    update shop.users set email_verified_at = ${ctx.now()}
    where id = ${userId} and lower(email) = lower(${email}) and deleted_at is null and email_verified_at is null
    returning password_hash = ${nobodysHash} as "needsPassword"`);
  if (proven === undefined || userId === null) throw tokenOver();
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { emailVerified: true },
  });
  return { userId, email, ...proven };
}

async function change(
  tx: AccountTransaction,
  ctx: Context,
  { userId, email }: MailedToken,
): Promise<Owner> {
  const user = await tx.row<{ email: string }>(sql`
    select email from shop.users where id = ${userId} and deleted_at is null for update`);
  if (user === undefined || userId === null) throw tokenOver();
  if (user.email.toLowerCase() !== email.toLowerCase()) await releaseAddress(tx, ctx, email);
  try {
    await tx.run(sql`
      update shop.users set email = ${email}, email_verified_at = ${ctx.now()} where id = ${userId}`);
  } catch (error) {
    if ((error as { code?: string }).code !== "23505") throw error;
    throw new ApiFailure("ALREADY_EXISTS", "This address already has an account.");
  }
  // What was mailed to the old address opens nothing any more.
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
