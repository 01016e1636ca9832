import type { webhooks } from "@vetrina/contract/orders/webhooks";
import { type Context, contextOfWork } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readAccount } from "../payment-providers/account.ts";
import { paymentOfWebhookToken } from "../payment-providers/webhook-urls.ts";
import { paymentOfWebhook } from "../payments/payment-of-webhook.ts";
import { inDeliveryTurn } from "./delivery-turns.ts";
import { countDelivery, notVerified, received } from "./receive-signed.ts";
import { storeEvent } from "./store-event.ts";

export const receiveMollieWebhook: Handler<typeof webhooks.receiveMollieWebhook> = (
  ctx,
  { token, file },
) => receiveMollie(ctx, token, file);

/**
 * Receives a delivery from Mollie. Mollie signs nothing, so each payment has a secret webhook URL, and the body must
 * name the same payment. Mollie's events have no ids, so a payment has a single entry in the webhook log, which each
 * delivery processes again.
 */
export async function receiveMollie(
  ctx: Context,
  token: string,
  body: Uint8Array,
): Promise<typeof received> {
  const paymentId = paymentOfWebhookToken(ctx.services, token);
  const { directory } = ctx.services;
  const store =
    paymentId === null
      ? null
      : await directory.ofThing("transaction", paymentId, ctx.caller.address);
  if (paymentId === null || store === null) throw notVerified();
  const known = await inDeliveryTurn("find", ctx, store.owner, async () => {
    const work = await contextOfWork(ctx.services, store.id);
    return work?.tx(async (tx) => {
      const payment = await paymentOfWebhook(tx, paymentId);
      if (payment?.provider !== "MOLLIE") return null;
      const account = await readAccount(tx, ctx.services, "MOLLIE", payment.environment);
      return account === null ? null : { work, payment, account };
    });
  });
  if (!known || !isAbout(known.payment.provider_id, body)) throw notVerified();
  await countDelivery(ctx, store.owner);
  const { work, payment, account } = known;
  const event = {
    eventId: payment.id,
    type: "payment.changed",
    objectIds: payment.provider_id === null ? [] : [payment.provider_id],
    orderId: payment.order_id,
  };
  const { order_id: orderId } = payment;
  const delivered = { account, event, orderId, paymentId, isRepeating: true };
  await inDeliveryTurn("store", ctx, store.owner, () =>
    work.tx((tx) => storeEvent(tx, work, delivered)),
  );
  return received;
}

/** Accepts any payment id while `providerId` is null, because a delivery may arrive before the response with the id. */
function isAbout(providerId: string | null, body: Uint8Array): boolean {
  const id = new URLSearchParams(Buffer.from(body).toString("latin1")).get("id");
  return id !== null && (providerId === null ? /^tr_\w{1,100}$/.test(id) : id === providerId);
}
