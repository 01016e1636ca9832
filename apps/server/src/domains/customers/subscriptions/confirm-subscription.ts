import type { customers } from "@vetrina/contract/people/customers";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { enqueueMail } from "../../../platform/mail/enqueue-mail.ts";
import { hashSubscriptionToken } from "./subscription-token.ts";

/**
 * Confirms a subscription. Opening the link twice gives the same response and sends one email. Throws NOT_FOUND for an
 * unknown or replaced token.
 */
export async function confirmSubscription(
  ctx: Context,
  { body: { token } }: Input<typeof customers.confirmSubscription>,
): Promise<Output<typeof customers.confirmSubscription>> {
  await ctx.tx(async (tx) => {
    const found = await tx.row<{ id: string; email: string; is_new: boolean }>(sql`
      select * from door.confirm_subscription(${hashSubscriptionToken(token)}, ${ctx.now()})`);
    if (found === undefined) throw notFound("subscription");
    if (!found.is_new) return;
    const data = { subscriptionId: found.id };
    await enqueueMail(tx, { template: "subscription-confirmed", to: found.email, data });
  });
  return { status: "SUBSCRIBED" };
}
