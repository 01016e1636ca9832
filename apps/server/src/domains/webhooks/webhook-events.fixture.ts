import type { World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { webhookUrlOfPayment } from "../payment-providers/webhook-urls.ts";

/** Inserts an entry of the webhook log without a payment, as a delivery does. */
export async function seedWebhookEvent(world: World, storeId: string): Promise<string> {
  const id = newId();
  await world.admin.query(
    `insert into shop.webhook_events (store_id, id, origin, provider, environment, account_id, event_id, type, status, actor_kind, received_at)
     values ($1, $2::uuid, 'SYSTEM', 'PAYPAL', 'TEST', $3, $2::uuid::text, 'PAYMENT.CAPTURE.COMPLETED', 'PROCESSED', 'system', now())`,
    [storeId, id, newId()],
  );
  return id;
}

/** A PayPal event about a payment that no store has, which is accepted even with an invalid signature. */
function paypalEventAboutNothing() {
  return {
    headers: {
      "paypal-transmission-id": newId(),
      "paypal-transmission-time": new Date().toISOString(),
      "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
      "paypal-transmission-sig": "AAAA",
      "paypal-auth-algo": "SHA256withRSA",
    },
    file: Buffer.from('{"id":"WH-1","event_type":"CUSTOMER.CREATED","resource":{}}'),
  };
}

function stripeEventAboutNothing() {
  return {
    headers: { "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    file: Buffer.from('{"id":"evt_1","type":"customer.created","data":{"object":{}}}'),
  };
}

/** A delivery from Mollie about a payment that was canceled. */
export async function molliePaymentChanged(
  { storeId, ids }: { storeId: string; ids: { order: string } },
  world: World,
) {
  const [id, providerId] = [newId(), `tr_${newId().replaceAll("-", "")}`];
  await world.admin.query(
    `insert into shop.payment_providers (store_id, id, provider, environment) values ($1, gen_random_uuid(), 'MOLLIE', 'TEST')
     on conflict do nothing`,
    [storeId],
  );
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
     values ($1, $2, $3, 'MOLLIE', 'TEST', $4, 1000, 'USD', 'cancelled')`,
    [storeId, id, ids.order, providerId],
  );
  const token = webhookUrlOfPayment(world.services, id).split("/").at(-1) ?? "";
  return { params: { token }, file: Buffer.from(`id=${providerId}`) };
}

/** Valid input of the calls about webhooks, for valid-calls.fixture.ts. */
export const webhookCalls = {
  "logging.createWebhookEntry": () => ({
    body: { provider: "paypal", eventId: "WH-1", type: "PAYMENT.CAPTURE.COMPLETED" },
  }),
  "webhooks.receivePaypalWebhook": paypalEventAboutNothing,
  "webhooks.receiveStripeWebhook": stripeEventAboutNothing,
  "webhooks.receivePaymentWebhook": () => ({
    ...stripeEventAboutNothing(),
    query: { provider: "stripe" },
  }),
  "webhooks.receiveMollieWebhook": molliePaymentChanged,
};
