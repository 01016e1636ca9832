import type { secondFactor } from "@vetrina/contract/people/second-factor";
import { auditAccount } from "../../../platform/audit.ts";
import { type Context, userTransaction } from "../../../platform/context.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { lockProven, proveCode, provePassword, signedInUser } from "./prove-identity.ts";
import { requireSecondFactor } from "../queries.ts";
import { giveRecoveryCodes } from "./second-factor.ts";

/** Throws NOT_FOUND if two-step verification is off. */
export async function renewRecoveryCodes(
  ctx: Context,
  { body }: Input<typeof secondFactor.renewRecoveryCodes>,
): Promise<Output<typeof secondFactor.renewRecoveryCodes>> {
  const { services } = ctx;
  const userId = signedInUser(ctx);
  const provenHash = await provePassword(ctx, body.password);
  await requireSecondFactor(
    services,
    userId,
    "Two-step verification is off. To get recovery codes, turn it on first.",
  );
  await proveCode(ctx, body.code);
  return userTransaction(ctx, async (tx) => {
    await lockProven(tx, ctx, provenHash);
    await auditAccount(tx, ctx, userId, {
      action: "UPDATE",
      entityType: "account",
      entityId: userId,
      after: { recoveryCodes: "renewed" },
    });
    return { recoveryCodes: await giveRecoveryCodes(tx, services, userId) };
  });
}
