import type { users } from "@vetrina/contract/people/users";
import { auditAccount } from "../../../platform/audit.ts";
import { type Context, userTransaction } from "../../../platform/context.ts";
import type { Output } from "../../../platform/http/routes.ts";
import { signedInUser } from "../second-factor/prove-identity.ts";
import { endOtherSessionsOf, reachableBy } from "./sessions.ts";

export async function endOtherSessions(
  ctx: Context,
): Promise<Output<typeof users.endOtherSessions>> {
  const userId = signedInUser(ctx);
  return userTransaction(ctx, async (tx) => {
    const ended = await endOtherSessionsOf(tx, ctx, userId, reachableBy(ctx.actor));
    if (ended > 0)
      await auditAccount(tx, ctx, userId, {
        action: "LOGOUT",
        entityType: "session",
        entityId: null,
        after: { ended },
      });
    return { ended };
  });
}
