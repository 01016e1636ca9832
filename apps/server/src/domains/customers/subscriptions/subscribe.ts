import type { customers } from "@vetrina/contract/people/customers";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { type ApiFailure, notFound } from "../../../platform/errors.ts";
import { newId } from "../../../platform/id.ts";
import { networkShare, widerNetwork } from "../../../platform/http/callers/caller-address.ts";
import { rateLimited } from "../../../platform/http/callers/rate-limit.ts";
import { countedNameOf } from "../../../platform/mail/mailbox.ts";
import { countCaller } from "../../../platform/http/callers/count-caller.ts";
import { enqueueMail } from "../../../platform/mail/enqueue-mail.ts";
import { requireMailShare } from "../../../platform/mail/mail-shares.ts";
import { mayMail, mayMailFromStore } from "../../../platform/mail/may-mail.ts";
import { hostOf } from "../../../platform/mail/origin-of-host.ts";
import type { Input, Output } from "../../../platform/http/routes.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";

/** Minimum time between two confirmation emails to one address for the same list. */
const mailAgainMs = 60 * 60 * 1000;
/**
 * Maximum number of emails to one address per hour from one store, and from all stores together. Includes the
 * newsletter and all sold-out variants.
 */
const mailsPerAddress = { ofStore: 10, ofAll: 50, tagsApart: true };
/** Maximum number of emails per hour that one caller may have sent to one address, so that other callers still can. */
const mailsOfCallerToAddress = 6;
/**
 * How many more emails per hour an address may get from a store once it has reached `mailsPerAddress`. Sent only for a
 * caller's first `ofCaller` requests for this address.
 */
const mailsPast = { ofCaller: 2, ofStore: 10 };
/**
 * Maximum number of requests from one caller to one store per hour: far fewer than the emails that the store may send,
 * so that no caller can use up the store's limit.
 */
const requestsOfCaller = { max: 12, seconds: 60 * 60, networkShare };

/**
 * Requests a subscription. The response is the same whether the address is new, pending or subscribed, so that it
 * reveals nothing about subscribers. Throws RATE_LIMITED if the caller, the address or the store has reached a limit.
 */
export async function subscribe(
  ctx: Context,
  { body: { email, source, variantId } }: Input<typeof customers.subscribe>,
): Promise<Output<typeof customers.subscribe>> {
  if (variantId !== undefined) await findVariant(ctx, variantId);
  const isOfFew = ctx.limitsCallers && (await countRequest(ctx, email));
  const nonce = newId();
  const token = subscriptionToken(ctx.services, nonce);
  const to = email.toLowerCase();
  const now = ctx.now();
  if (!(await hasAddressRoom(ctx, to, isOfFew))) throw tooManyToAddress();
  await requireMailShare(ctx, "subscription-asked", to);
  await ctx.tx(async (tx) => {
    const lastMailBefore = new Date(now.getTime() - mailAgainMs);
    const subscription = await tx.row<{ id: string | null }>(sql`
      select door.request_subscription(${newId()}, ${to}, ${source}, ${variantId ?? null},
        ${hashSubscriptionToken(token)}, ${hostOf(ctx)}, ${now}, ${lastMailBefore}) as id`);
    if (!subscription?.id) return;
    const data = { subscriptionId: subscription.id, nonce };
    await enqueueMail(tx, { template: "subscription-asked", to, data });
  });
  return { status: "PENDING" };
}

/** Counts the request. Returns whether it is one of the caller's first few for this mailbox. Throws RATE_LIMITED. */
async function countRequest({ services, store, caller }: Context, email: string): Promise<boolean> {
  const { address } = caller;
  const name = `subscription of ${store.id}`;
  await countCaller(services.database.app, name, address, requestsOfCaller);
  const ofCaller = JSON.stringify([widerNetwork(address) ?? address, countedNameOf(email)]);
  if (!(await mayMail(services, "list", ofCaller, mailsOfCallerToAddress)))
    throw tooManyToAddress();
  return mayMail(services, "list", `${ofCaller} first`, mailsPast.ofCaller);
}

/**
 * Counts an email to the address, and returns false if the address has reached its limit. All tagged forms of a mailbox
 * (name+tag) share one count, apart from the plain form's. Callers with few requests get additional emails
 * (`mailsPast`), so that frequent callers can't keep others from subscribing.
 */
async function hasAddressRoom(
  { services, store }: Context,
  email: string,
  isOfFew: boolean,
): Promise<boolean> {
  const storeId = store.id;
  const address = { storeId, email };
  if (await mayMailFromStore(services, "list", address, mailsPerAddress)) return true;
  const past = `${storeId} ${countedNameOf(email)} past`;
  return isOfFew && mayMail(services, "list", past, mailsPast.ofStore);
}

function tooManyToAddress(): ApiFailure {
  return rateLimited(
    "Too many emails were sent to this address. Wait up to an hour and try again.",
    3600,
  );
}

async function findVariant(ctx: Context, variantId: string): Promise<void> {
  const variant = await ctx.catalogue.row(sql`
    select from catalogue.variants v join catalogue.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${ctx.store.id} and v.id = ${variantId}`);
  if (variant === undefined) throw notFound("variant");
}
