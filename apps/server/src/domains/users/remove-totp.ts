import type { users } from "@vetrina/contract/users";
import { auditAccount } from "../../platform/audit.ts";
import { type Context, platformTransaction } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { proveCode, provePassword, signedInUser } from "./prove-identity.ts";
import { requireSecondFactor } from "./queries.ts";
import { forgetSecondFactor } from "./second-factor.ts";

/** Throws NOT_FOUND where the second step is off. */
export async function removeTotp(
  ctx: Context,
  { body }: Input<typeof users.removeTotp>,
): Promise<void> {
  const { services } = ctx;
  const userId = signedInUser(ctx);
  await provePassword(ctx, body.password);
  await requireSecondFactor(services, userId);
  await proveCode(ctx, body.code);
  await platformTransaction(services.database.app, async (tx) => {
    await forgetSecondFactor(tx, userId);
    await auditAccount(tx, ctx, userId, {
      action: "UPDATE",
      entityType: "account",
      entityId: userId,
      after: { secondStep: false },
    });
  });
}
