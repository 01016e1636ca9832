import type { Proof } from "@vetrina/contract/users";
import type { Context } from "../../../platform/context.ts";
import { queryable, sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { proveCode, provePassword, sessionOf } from "./prove-identity.ts";
import { provenMs } from "../rules.ts";

type Session = { provenAt: Date; isBound: boolean; hasTotp: boolean };

/**
 * Before what can't be undone: the password, and the code where the second step is on. Nothing is asked for while the
 * session was opened or proven a short while ago, so that two such calls need one code. What is sent is always checked.
 * In a session of a custom domain it is asked for each time: the domain's owner may hold a copy from its first second.
 */
export async function requireProof(
  ctx: Context,
  { currentPassword, code }: Proof = {},
): Promise<void> {
  const { sessionId } = sessionOf(ctx);
  const db = queryable(ctx.services.database.app);
  const session = await db.row<Session>(sql`
    select greatest(s.created_at, s.proven_at) as "provenAt", s.only_store is not null as "isBound", exists (
      select from shop.second_factors f where f.user_id = s.user_id and f.confirmed_at is not null) as "hasTotp"
    from shop.sessions s where s.id = ${sessionId}`);
  if (session === undefined) throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  const isRecent = !session.isBound && ctx.now().getTime() - session.provenAt.getTime() < provenMs;
  if (currentPassword === undefined) {
    if (isRecent) return;
    throw passwordMissing();
  }
  await provePassword(ctx, currentPassword);
  if (isRecent) return;
  if (session.hasTotp) {
    if (code === undefined)
      throw new ApiFailure("TOTP_REQUIRED", "Send the code of your authenticator app along.");
    await proveCode(ctx, code);
  }
  await db.run(sql`update shop.sessions set proven_at = ${ctx.now()} where id = ${sessionId}`);
}

function passwordMissing(): ApiFailure {
  const message = "Enter your password.";
  return new ApiFailure("VALIDATION_FAILED", `currentPassword: ${message}`, [
    { path: "currentPassword", message },
  ]);
}
