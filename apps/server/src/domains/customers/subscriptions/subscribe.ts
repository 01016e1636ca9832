import type { customers } from "@vetrina/contract/customers";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import { countCaller } from "../../../platform/http/callers/count-caller.ts";
import { enqueueMail } from "../../../platform/mail/enqueue-mail.ts";
import { mayMailFromStore } from "../../../platform/mail/may-mail.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";

/** Until then no second mail goes to an address. */
const mailAgainMs = 60 * 60 * 1000;
/** Requests in an hour, of all lists together, that a mail may follow: there is a list for every sold-out variant. */
const mailsPerAddress = { ofStore: 10, ofAll: 50 };
/** Requests of one caller in an hour: a part of the mails that the store may send, so that nobody uses up all of them. */
const requestsOfCaller = { max: 12, seconds: 60 * 60 };
/** The same to all stores together. */
const requestsToAllStores = { max: 40, seconds: 60 * 60 };

/**
 * The answer is the same whether the address is new, waiting or subscribed: it tells nobody who reads the letter. Throws
 * RATE_LIMITED where the caller asked for too many addresses.
 */
export async function subscribe(
  ctx: Context,
  { body: { email, source, variantId } }: Input<typeof customers.subscribe>,
): Promise<Output<typeof customers.subscribe>> {
  if (variantId !== undefined) await findVariant(ctx, variantId);
  if (ctx.limitsCallers) await countRequest(ctx);
  const nonce = newId();
  const token = subscriptionToken(ctx.services, nonce);
  const to = email.toLowerCase();
  const now = ctx.now();
  const address = { storeId: ctx.store.id, email: to };
  if (!(await mayMailFromStore(ctx.services, "list", address, mailsPerAddress)))
    return { status: "PENDING" };
  await ctx.tx(async (tx) => {
    const lastMailBefore = new Date(now.getTime() - mailAgainMs);
    const asked = await tx.row<{ id: string | null }>(sql`
      select door.request_subscription(${newId()}, ${to}, ${source}, ${variantId ?? null},
        ${hashSubscriptionToken(token)}, ${now}, ${lastMailBefore}) as id`);
    if (!asked?.id) return;
    const data = { subscriptionId: asked.id, nonce };
    await enqueueMail(tx, { template: "subscription-asked", to, data });
  });
  return { status: "PENDING" };
}

async function countRequest({ services, store, caller }: Context): Promise<void> {
  const { app } = services.database;
  await countCaller(app, `subscription of ${store.id}`, caller.address, requestsOfCaller);
  await countCaller(app, "subscription", caller.address, requestsToAllStores);
}

async function findVariant(ctx: Context, variantId: string): Promise<void> {
  const variant = await ctx.catalogue.row(sql`
    select from catalogue.variants v join catalogue.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${ctx.store.id} and v.id = ${variantId}`);
  if (variant === undefined) throw notFound("variant");
}
