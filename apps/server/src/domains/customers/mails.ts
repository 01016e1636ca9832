import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { newsletterConfirmationMail } from "../../platform/mail/newsletter-confirmation.ts";
import { hashSubscriptionToken, subscriptionToken } from "./subscription-token.ts";

/** The confirmation's link, unless it was confirmed or asked for again meanwhile. */
export const composeSubscriptionAsked: Composer<"subscription-asked"> = async (
  services,
  { storeId, data: { subscriptionId, nonce } },
  store,
) => {
  if (storeId === null) return null;
  const token = subscriptionToken(services, nonce);
  const waits = await systemTransaction(services, storeId, (tx) =>
    tx.row(sql`
      select from shop.subscriptions
      where store_id = ${storeId} and id = ${subscriptionId} and confirmed_at is null
        and token_hash = ${hashSubscriptionToken(token)}`),
  );
  return waits === undefined ? null : newsletterConfirmationMail(token, store);
};
