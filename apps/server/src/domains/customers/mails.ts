import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { unsubscribeLink } from "../../platform/mail/mail-links.ts";
import {
  subscriptionAskedMail,
  subscriptionConfirmedMail,
} from "../../platform/mail/subscription-mails.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

type Waiting = { name: string | null; link: string | null };

/** The confirmation's link, unless it was confirmed or asked for again meanwhile. */
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
      select p.name, p.link from shop.subscriptions s
      left join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id
      left join shop.products p on p.store_id = v.store_id and p.id = v.product_id
      where s.store_id = ${storeId} and s.id = ${subscriptionId} and s.confirmed_at is null
        and s.token_hash = ${hashSubscriptionToken(token)}`),
  );
  if (waiting === undefined) return null;
  return subscriptionAskedMail({ product: productOf(waiting) }, token, store, texts);
};

/** Says what was subscribed and carries the link out of it, unless it was left meanwhile. */
export const composeSubscriptionConfirmed: Composer<"subscription-confirmed"> = async (
  services,
  { storeId, data: { subscriptionId } },
  store,
  texts,
) => {
  if (storeId === null) return null;
  const confirmed = await systemTransaction(services, storeId, (tx) =>
    tx.row<Waiting>(sql`
      select p.name, p.link from shop.subscriptions s
      left join shop.variants v on v.store_id = s.store_id and v.id = s.variant_id
      left join shop.products p on p.store_id = v.store_id and p.id = v.product_id
      where s.store_id = ${storeId} and s.id = ${subscriptionId} and s.confirmed_at is not null`),
  );
  if (confirmed === undefined) return null;
  const token = unsubscribeToken(services.key("unsubscribe"), storeId, subscriptionId);
  const url = unsubscribeLink(store.origin, token);
  return subscriptionConfirmedMail({ product: productOf(confirmed) }, url, store, texts);
};

function productOf({ name, link }: Waiting): { name: string; link: string } | null {
  return name === null || link === null ? null : { name, link };
}
