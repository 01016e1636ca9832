import type { users } from "@vetrina/contract/users";
import { auditAccount } from "../../platform/audit.ts";
import { readToken, useToken, voidTokens } from "../../platform/auth/mailed-token.ts";
import { hashPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import type { Context } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { accountTransaction, type AccountTransaction, mailAccount } from "./account-transaction.ts";
import { rememberOwner } from "./remember-owner.ts";
import { endAllSessionsOf } from "./sessions/sessions.ts";

const purpose = "reset-password";

/** Throws TOKEN_INVALID for a token that is forged, used, replaced or expired. A weak password leaves the token valid. */
export async function resetPassword(
  ctx: Context,
  { body: { token, password } }: Input<typeof users.resetPassword>,
): Promise<void> {
  const { services } = ctx;
  // Checked before the password is hashed, so that a forged token costs little.
  const asked = await readToken(queryable(services.database.app), services, token, purpose);
  if (asked === null) throw tokenOver();
  requireGoodPassword(password, asked.email);
  const passwordHash = await hashPassword(password);
  const owner = await accountTransaction(ctx, async (tx) => {
    const used = await useToken(tx, services, token, purpose);
    if (used?.userId == null) throw tokenOver();
    const { userId, email } = used;
    // Opening the link also verified the address.
    const changed = await tx.run(sql`
      update shop.users set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${ctx.now()})
      where id = ${userId} and lower(email) = lower(${email}) and deleted_at is null`);
    if (changed === 0) throw tokenOver();
    await endAllSessionsOf(tx, userId, ctx.now());
    await notifyOfNewPassword(tx, ctx, userId, email);
    return { userId, email };
  });
  await rememberOwner(ctx, owner);
}

/** Voids all other mailed links and notifies the owner. */
export async function notifyOfNewPassword(
  tx: AccountTransaction,
  ctx: Context,
  userId: string,
  email: string,
): Promise<void> {
  await voidTokens(tx, ctx.services, userId);
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { password: "changed" },
  });
  await mailAccount(tx, { template: "password-changed", userId, to: email, data: {} });
}

export function tokenOver(): ApiFailure {
  return new ApiFailure(
    "TOKEN_INVALID",
    "This link was already used, replaced by a newer one, or has expired. Request a new one.",
  );
}
