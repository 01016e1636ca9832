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
  const confirmed = await ctx.tx((tx) =>
    tx.run(sql`
      update shop.subscriptions set confirmed_at = coalesce(confirmed_at, ${ctx.now()})
      where store_id = ${tx.storeId} and token_hash = ${hashSubscriptionToken(token)}`),
  );
  if (confirmed === 0) throw notFound("subscription");
  return { status: "SUBSCRIBED" };
}
