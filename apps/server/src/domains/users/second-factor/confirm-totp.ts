import type { secondFactor } from "@vetrina/contract/people/second-factor";
import type { User } from "@vetrina/contract/people/users";
import { auditAccount } from "../../../platform/audit.ts";
import type { Context } from "../../../platform/context.ts";
import { type Queryable, sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import {
  accountTransaction,
  type AccountTransaction,
  mailAccount,
} from "../account-transaction.ts";
import { getMe } from "../get-me.ts";
import { attempt, attemptsInSession } from "../attempts.ts";
import { wrongCode } from "../login.ts";
import { lockProven, sessionOf } from "./prove-identity.ts";
import { codeAttempts } from "../rules.ts";
import { giveRecoveryCodes, spendCode } from "./second-factor.ts";
import { endOtherSessionsOf } from "../sessions/sessions.ts";

/**
 * Throws NOT_FOUND if no secret awaits confirmation, INVALID_CREDENTIALS for a wrong code, and UNAUTHENTICATED if the
 * session has ended meanwhile.
 */
export async function confirmTotp(
  ctx: Context,
  { body: { code } }: Input<typeof secondFactor.confirmTotp>,
): Promise<Output<typeof secondFactor.confirmTotp>> {
  const { services } = ctx;
  const user = await getMe(ctx);
  await requireWaitingSecret(ctx.lookups, user.id);
  const attempts = attemptsInSession(services, "code", sessionOf(ctx), codeAttempts.ofDevice);
  const confirm = () => accountTransaction(ctx, (tx) => switchOn(tx, ctx, user, code));
  const codes = await attempt(services, attempts, confirm, (given) => given !== null);
  if (codes === null) throw wrongCode();
  return { recoveryCodes: codes };
}

async function requireWaitingSecret(db: Queryable, userId: string): Promise<void> {
  const waiting = await db.row(sql`
    select from shop.second_factors where user_id = ${userId} and confirmed_at is null`);
  if (waiting === undefined)
    throw new ApiFailure("NOT_FOUND", "There is no secret to confirm. Request one first.");
}

/** Returns the recovery codes; null for a wrong code. */
async function switchOn(
  tx: AccountTransaction,
  ctx: Context,
  { id: userId, email }: User,
  code: string,
): Promise<string[] | null> {
  await lockProven(tx, ctx);
  if (!(await spendCode(tx, ctx.services, userId, code, "waiting"))) return null;
  await tx.run(sql`
    update shop.second_factors set confirmed_at = ${ctx.now()} where user_id = ${userId}`);
  // Ends the sessions that were opened with the password only.
  await endOtherSessionsOf(tx, ctx, userId);
  await auditAccount(tx, ctx, userId, {
    action: "UPDATE",
    entityType: "account",
    entityId: userId,
    after: { secondStep: true },
  });
  await mailAccount(tx, { template: "two-factor-on", userId, to: email, data: {} });
  return giveRecoveryCodes(tx, ctx.services, userId);
}
