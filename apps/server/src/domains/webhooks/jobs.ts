import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { defineJob, GiveUp } from "../../platform/jobs/define-job.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { findPaymentByProviderId } from "../payments/find-payment-by-provider-id.ts";
import { processWebhookType } from "./enqueue-event.ts";
import { refreshPayment } from "./refresh-payment.ts";
import { type EventRow, findEvent } from "./webhook-rows.ts";

/**
 * Maximum number of attempts while an event's payment isn't known, because anyone with a store can send events about
 * payments that don't exist. The last attempt is 35 s after the first. By then, even a slow provider has responded with
 * the payment's id.
 */
const attemptsForUnknown = 4;
/** How long entries of the webhook log are kept. */
const keptDays = 90;

/**
 * Processes an event by asking the provider for the current state of the payment that it names. Acts only on that
 * state, because deliveries may arrive twice, late, in any order, or with a forged body.
 */
export const processWebhooks = defineJob({
  ...processWebhookType,
  // A call to an unresponsive provider can take 20 s. `ofOwner` keeps one owner from using all of the concurrency.
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(5 * 2 ** (attempt - 1), 600),
  // Tries for about an hour. Payments and refunds without a result are settled by their own jobs.
  maxAttempts: 12,
  async run(services, job) {
    const ctx = job.storeId === null ? null : await contextOfWork(services, job.storeId);
    if (ctx === null) return;
    const event = await ctx.tx((tx) => countAttempt(tx, job.payload.eventId));
    if (event === null) return;
    const paymentId = event.payment_id ?? (await findPayment(ctx, event));
    if (paymentId === null) {
      const reason = "no payment with the provider's id is known yet";
      throw job.attempts < attemptsForUnknown ? new Error(reason) : new GiveUp(reason);
    }
    await refreshPayment(ctx, paymentId);
    await job.finish((tx) =>
      tx.run(sql`
        update shop.webhook_events set status = 'PROCESSED', error = null, payment_id = coalesce(payment_id, ${paymentId}),
          processed_at = ${ctx.now()}
        where store_id = ${tx.storeId} and id = ${event.id}`),
    );
  },
  async gaveUp(services, { storeId, payload: { eventId } }, reason) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    await ctx?.tx((tx) =>
      tx.run(sql`
        update shop.webhook_events set status = 'FAILED', error = ${reason.slice(0, 500)}
        where store_id = ${tx.storeId} and id = ${eventId} and status = 'RECEIVED'`),
    );
  },
  async revive(_services, tx, { eventId }) {
    await tx.run(sql`
      update shop.webhook_events set status = 'RECEIVED', error = null
      where store_id = ${tx.storeId} and id = ${eventId} and status = 'FAILED'`);
  },
});

/** Counts an attempt to process the event. Returns null if it was deleted in the meantime, or is a manual entry. */
async function countAttempt(
  tx: Parameters<Parameters<Context["tx"]>[0]>[0],
  eventId: string,
): Promise<EventRow | null> {
  const event = await findEvent(tx, eventId);
  if (event === undefined || event.origin === "MANUAL") return null;
  await tx.run(sql`
    update shop.webhook_events set attempts = attempts + 1 where store_id = ${tx.storeId} and id = ${eventId}`);
  return event;
}

/**
 * Finds the payment of an event that arrived before the response with the provider's id. Looks only in the store whose
 * secret verified the event.
 */
async function findPayment({ services, store }: Context, event: EventRow): Promise<string | null> {
  for (const id of event.object_ids) {
    const found = await findPaymentByProviderId(services, event.provider, id);
    const own = found.find(
      ({ storeId, environment }) => storeId === store.id && environment === event.environment,
    );
    if (own !== undefined) return own.paymentId;
  }
  return null;
}

/** Deletes old entries of the webhook log. Returns the number of deleted entries. */
export function forgetWebhookEvents(
  services: Services,
  batch = 1000,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = new Date(services.now().getTime() - keptDays * 24 * 60 * 60_000);
  return inBatches(
    services,
    batch,
    (size) => sql`door.sweep_webhook_events(${before}, ${size})`,
    stopped,
  );
}
