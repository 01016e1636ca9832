import type { customers } from "@vetrina/contract/customers";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { notFound } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import { networkShare, widerNetwork } from "../../../platform/http/callers/caller-address.ts";
import { rateLimited } from "../../../platform/http/callers/rate-limit.ts";
import { mailboxOf } from "../../../platform/mail/mailbox.ts";
import { countCaller } from "../../../platform/http/callers/count-caller.ts";
import { enqueueMail } from "../../../platform/mail/enqueue-mail.ts";
import { requireMailShare } from "../../../platform/mail/mail-shares.ts";
import { countMailFromStore, mayMail } from "../../../platform/mail/may-mail.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";

/** The minimum time between two emails to one address. */
const mailAgainMs = 60 * 60 * 1000;
/** Emails per address and hour, for all lists together, because each sold-out variant is a list. */
const mailsPerAddress = { ofStore: 10, ofAll: 50 };
/** Of these, what one caller may ask for, so that it leaves its reader some. */
const mailsOfCallerToAddress = 6;
/** Requests of one caller in an hour: a part of the mails that the store may send, so that nobody uses up all of them. */
const requestsOfCaller = { max: 12, seconds: 60 * 60, networkShare };

/**
 * The answer is the same whether the address is new, waiting or subscribed: it tells nobody who reads the letter. Throws
 * RATE_LIMITED where the mail can't be sent: the caller asked for too many, or the address or the store had its share.
 */
export async function subscribe(
  ctx: Context,
  { body: { email, source, variantId } }: Input<typeof customers.subscribe>,
): Promise<Output<typeof customers.subscribe>> {
  if (variantId !== undefined) await findVariant(ctx, variantId);
  if (ctx.limitsCallers) await countRequest(ctx, email);
  const nonce = newId();
  const token = subscriptionToken(ctx.services, nonce);
  const to = email.toLowerCase();
  const now = ctx.now();
  const address = { storeId: ctx.store.id, email: to };
  await countMailFromStore(ctx.services, "list", address, mailsPerAddress);
  await requireMailShare(ctx, "subscription-asked", to);
  await ctx.tx(async (tx) => {
    const lastMailBefore = new Date(now.getTime() - mailAgainMs);
    const subscription = await tx.row<{ id: string | null }>(sql`
      select door.request_subscription(${newId()}, ${to}, ${source}, ${variantId ?? null},
        ${hashSubscriptionToken(token)}, ${now}, ${lastMailBefore}) as id`);
    if (!subscription?.id) return;
    const data = { subscriptionId: subscription.id, nonce };
    await enqueueMail(tx, { template: "subscription-asked", to, data });
  });
  return { status: "PENDING" };
}

async function countRequest({ services, store, caller }: Context, email: string): Promise<void> {
  const { address } = caller;
  const name = `subscription of ${store.id}`;
  await countCaller(services.database.app, name, address, requestsOfCaller);
  const ofCaller = JSON.stringify([widerNetwork(address) ?? address, mailboxOf(email)]);
  if (!(await mayMail(services, "list", ofCaller, mailsOfCallerToAddress)))
    throw rateLimited("Too many emails to this address. Wait up to an hour and try again.", 3600);
}

async function findVariant(ctx: Context, variantId: string): Promise<void> {
  const variant = await ctx.catalogue.row(sql`
    select from catalogue.variants v join catalogue.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${ctx.store.id} and v.id = ${variantId}`);
  if (variant === undefined) throw notFound("variant");
}
