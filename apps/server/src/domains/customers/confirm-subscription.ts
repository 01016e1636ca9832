import type { customers } from "@vetrina/contract/customers";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { hashSubscriptionToken } from "./subscription-token.ts";

/** Opening the mail's link twice answers twice the same. Throws NOT_FOUND for a token that no waiting mail holds. */
export async function confirmSubscription(
  ctx: Context,
  { body: { token } }: Input<typeof customers.confirmSubscription>,
): Promise<Output<typeof customers.confirmSubscription>> {
  const row = await ctx.tx((tx) =>
    tx.row<{ confirmed: boolean }>(sql`
      select door.confirm_subscription(${hashSubscriptionToken(token)}, ${ctx.now()}) as confirmed`),
  );
  if (row?.confirmed !== true) throw notFound("subscription");
  return { status: "SUBSCRIBED" };
}
