import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/jobs/outbox-sweep.ts";
import { readMailStore } from "../../platform/mail/mail-store.ts";
import { newsletterConfirmationMail } from "../../platform/mail/newsletter-confirmation.ts";
import { hashSubscriptionToken } from "./subscription-token.ts";

/** Sends the confirmation's link, unless it was confirmed or asked for again meanwhile. */
export const sendSubscriptionConfirmation: Handler<"subscription.requested"> = async (
  services,
  { storeId, payload: { subscriptionId, token } },
) => {
  const waiting = await systemTransaction(services, storeId, (tx) =>
    tx.row<{ email: string }>(sql`
      select email from shop.subscriptions
      where store_id = ${storeId} and id = ${subscriptionId} and confirmed_at is null
        and token_hash = ${hashSubscriptionToken(token)}`),
  );
  if (waiting === undefined) return;
  const store = await readMailStore(services, storeId);
  await services.mailer.send(newsletterConfirmationMail({ ...waiting, token }, store));
};
