import type { Proof } from "@vetrina/contract/people/users";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { proveCode, provePassword, sessionOf } from "./prove-identity.ts";
import { provenMs } from "../rules.ts";

type Session = { provenAt: Date; isBound: boolean; hasTotp: boolean };

/**
 * Call it before an irreversible change. Requires the password, and a code if two-step verification is on. If the
 * session was opened or proven recently, neither is required, but a password that is sent is checked. A custom domain's
 * session always needs proof, because the domain's owner may have copied its tokens.
 */
export async function requireProof(
  ctx: Context,
  { currentPassword, code }: Proof = {},
): Promise<void> {
  // The server's own work, such as a seed, has no session that could be stolen.
  if (ctx.actor.kind === "system") return;
  const { sessionId } = sessionOf(ctx);
  const session = await ctx.lookups.row<Session>(sql`
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
      throw new ApiFailure("TOTP_REQUIRED", "Also send the code from your authenticator app.");
    await proveCode(ctx, code);
  }
  await ctx.statements.run(
    sql`update shop.sessions set proven_at = ${ctx.now()} where id = ${sessionId}`,
  );
}

function passwordMissing(): ApiFailure {
  const message = "Enter your password.";
  return new ApiFailure("VALIDATION_FAILED", `currentPassword: ${message}`, [
    { path: "currentPassword", message },
  ]);
}
