import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../../platform/audit.ts";
import { type Context, userTransaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { signedInUser } from "../second-factor/prove-identity.ts";
import { reachableBy } from "./sessions.ts";

/** Throws NOT_FOUND for an ended session, another user's session, and one that this session may not end. */
export async function endSession(
  ctx: Context,
  { id }: Input<typeof users.endSession>,
): Promise<void> {
  const userId = signedInUser(ctx);
  await userTransaction(ctx, async (tx) => {
    const ended = await tx.run(sql`
      update shop.sessions set revoked_at = ${ctx.now()}
      where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${ctx.now()}
        and ${reachableBy(ctx.actor)}`);
    if (ended === 0) throw notFound("session");
    await auditAccount(tx, ctx, userId, { action: "LOGOUT", entityType: "session", entityId: id });
  });
}
