import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { unsubscribeLink } from "../../platform/mail/mail-links.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import {
  backInStockMail,
  subscriptionAskedMail,
  subscriptionConfirmedMail,
} from "./subscriptions/subscription-mails.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscriptions/subscription-token.ts";
import { unsubscribeToken } from "./subscriptions/unsubscribe-token.ts";

type Waiting = {
  source: string;
  host: string | null;
  name: string | null;
  link: string | null;
  variant_name: string | null;
  has_options: boolean | null;
};

/**
 * The email with the confirmation link. Returns null if the subscription has been confirmed, or requested again, in the
 * meantime.
 */
export const composeSubscriptionAsked: Composer<"subscription-asked"> = async (
  services,
  { storeId, data: { subscriptionId, nonce } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const token = subscriptionToken(services, nonce);
  const waiting = await systemTransaction(services, storeId, (tx) =>
    tx.row<Waiting>(sql`
      select s.source, s.host, p.name, p.link, v.name as variant_name, v.options <> '{}' as has_options from shop.subscriptions s
      left join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id
      left join shop.products p on p.store_id = v.store_id and p.id = v.product_id
      where s.store_id = ${storeId} and s.id = ${subscriptionId} and s.confirmed_at is null
        and s.token_hash = ${hashSubscriptionToken(token)}`),
  );
  if (waiting === undefined) return null;
  const sender = await atHost(services, storeId, waiting, store);
  const isForLaunch = waiting.source === "coming-soon";
  return subscriptionAskedMail({ product: productOf(waiting), isForLaunch }, token, sender, texts);
};

/**
 * The email that confirms a subscription, with the link to unsubscribe. Returns null if the subscription is no longer
 * confirmed.
 */
export const composeSubscriptionConfirmed: Composer<"subscription-confirmed"> = async (
  services,
  { storeId, data: { subscriptionId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const confirmed = await systemTransaction(services, storeId, (tx) =>
    tx.row<Waiting>(sql`
      select s.source, s.host, p.name, p.link, v.name as variant_name, v.options <> '{}' as has_options from shop.subscriptions s
      left join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id
      left join shop.products p on p.store_id = v.store_id and p.id = v.product_id
      where s.store_id = ${storeId} and s.id = ${subscriptionId} and s.confirmed_at is not null`),
  );
  if (confirmed === undefined) return null;
  const token = unsubscribeToken(services.key("unsubscribe"), storeId, subscriptionId);
  const sender = await atHost(services, storeId, confirmed, store);
  const url = unsubscribeLink(sender.origin, token);
  return subscriptionConfirmedMail({ product: productOf(confirmed) }, url, sender, texts);
};

function productOf(waiting: Waiting): { name: string; link: string } | null {
  const { name, link, variant_name: variantName, has_options: hasOptions } = waiting;
  if (name === null || link === null) return null;
  return { name: withChoice(name, variantName, hasOptions), link };
}

/** Returns "Slip dress (M)", for example, because the subscription is for one size or color. */
function withChoice(name: string, variantName: string | null, hasOptions: boolean | null): string {
  return hasOptions === true ? `${name} (${variantName})` : name;
}

type Waited = {
  host: string | null;
  name: string;
  link: string;
  variant_name: string;
  slug: string;
  has_options: boolean;
  can_be_bought: boolean;
};

/**
 * The email to a back-in-stock subscriber. If they have unsubscribed, no email is sent. If the variant is sold out
 * again, no email is sent and the subscription stays active.
 */
export const composeBackInStock: Composer<"back-in-stock"> = async (
  services,
  { storeId, data: { subscriptionId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const waited = await systemTransaction(services, storeId, async (tx) => {
    const row = await readBackInStock(tx, subscriptionId, services.now());
    if (row?.can_be_bought === false)
      await tx.run(sql`
        update shop.subscriptions set notified_at = null where store_id = ${storeId} and id = ${subscriptionId}`);
    return row;
  });
  if (waited?.can_be_bought !== true) return null;
  const { name, variant_name: variantName, has_options: hasOptions, link, slug } = waited;
  const token = unsubscribeToken(services.key("unsubscribe"), storeId, subscriptionId);
  const product = { name: withChoice(name, variantName, hasOptions), link, variant: slug };
  const sender = await atHost(services, storeId, waited, store);
  return backInStockMail(product, unsubscribeLink(sender.origin, token), sender, texts);
};

/** Returns undefined if the subscriber has unsubscribed. */
function readBackInStock(
  tx: Transaction,
  subscriptionId: string,
  now: Date,
): Promise<Waited | undefined> {
  return tx.row<Waited>(sql`
    select s.host, p.name, p.link, v.name as variant_name, v.slug, v.options <> '{}' as has_options,
      v.deleted_at is null and p.deleted_at is null and p.status = 'ACTIVE' and coalesce(p.published_at <= ${now}, false)
        and (select sum(l.on_hand - l.reserved) from shop.inventory_levels l where l.store_id = v.store_id
          and l.variant_id = v.id and l.sell_rank is not null) > 0 as can_be_bought
    from shop.subscriptions s
    join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where s.store_id = ${tx.storeId} and s.id = ${subscriptionId} and s.confirmed_at is not null`);
}

/** Returns the sender with links to the host where the subscription was requested, if the store still has that host. */
async function atHost(
  services: Services,
  storeId: string,
  { host }: { host: string | null },
  store: Sender,
): Promise<Sender> {
  return { ...store, origin: await originOfHost(services, storeId, host, store.origin) };
}
