import type { secondFactor } from "@vetrina/contract/people/second-factor";
import { auditAccount } from "../../../platform/audit.ts";
import type { Context } from "../../../platform/context.ts";
import type { Input } from "../../../platform/http/routes.ts";
import { accountTransaction, mailAccount } from "../account-transaction.ts";
import { getMe } from "../get-me.ts";
import { lockProven, proveCode, provePassword } from "./prove-identity.ts";
import { requireSecondFactor } from "../queries.ts";
import { forgetSecondFactor } from "./second-factor.ts";

/** Throws NOT_FOUND if two-step verification is off. */
export async function removeTotp(
  ctx: Context,
  { body }: Input<typeof secondFactor.removeTotp>,
): Promise<void> {
  const { services } = ctx;
  const { id: userId, email } = await getMe(ctx);
  const provenHash = await provePassword(ctx, body.password);
  await requireSecondFactor(services, userId, "Two-step verification is already off.");
  await proveCode(ctx, body.code);
  await accountTransaction(ctx, async (tx) => {
    await lockProven(tx, ctx, provenHash);
    await forgetSecondFactor(tx, userId);
    await auditAccount(tx, ctx, userId, {
      action: "UPDATE",
      entityType: "account",
      entityId: userId,
      after: { secondStep: false },
    });
    await mailAccount(tx, { template: "two-factor-off", userId, to: email, data: {} });
  });
}
