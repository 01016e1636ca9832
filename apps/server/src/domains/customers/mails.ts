import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { subscriptionAskedMail } from "../../platform/mail/subscription-mails.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";

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
  const { name, link } = waiting;
  const product = name === null || link === null ? null : { name, link };
  return subscriptionAskedMail({ product }, token, store, texts);
};
