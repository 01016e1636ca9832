import type { customers } from "@vetrina/contract/customers";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { enqueue } from "../../platform/outbox.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { hashSubscriptionToken, newSubscriptionToken } from "./subscription-token.ts";

/** Until then no second mail goes to an address. */
const mailAgainMs = 60 * 60 * 1000;

/** The answer is the same whether the address is new, waiting or subscribed: it tells nobody who reads the letter. */
export async function subscribe(
  ctx: Context,
  { body: { email, source } }: Input<typeof customers.subscribe>,
): Promise<Output<typeof customers.subscribe>> {
  const token = newSubscriptionToken();
  const now = ctx.now();
  await ctx.tx(async (tx) => {
    const asked = await tx.row<{ id: string }>(sql`
      insert into shop.subscriptions as s (store_id, id, email, source, token_hash, created_at, requested_at)
      values (${tx.storeId}, ${newId()}, ${email.toLowerCase()}, ${source}, ${hashSubscriptionToken(token)}, ${now}, ${now})
      on conflict (store_id, lower(email), source) do update
        set token_hash = excluded.token_hash, requested_at = excluded.requested_at
        where s.confirmed_at is null and s.requested_at <= ${new Date(now.getTime() - mailAgainMs)}
      returning id`);
    if (asked === undefined) return;
    await enqueue(tx, "subscription.requested", { subscriptionId: asked.id, token });
  });
  return { status: "PENDING" };
}
