import { z } from "zod";
import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { readPayment } from "./queries.ts";

/**
 * Adds a job for each payment that has been processing for too long, for example because a response was lost, unless it
 * already has a job. A job that has used up its attempts gets one more every six hours. Returns how many jobs were
 * added or restarted.
 */
export function findUnsettledPayments(
  services: Services,
  olderThan = "30 seconds",
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = (size: number) => sql`door.reconcile_payments(${olderThan}::interval, ${size})`;
  return inBatches(services, batch, next, stopped);
}

/** Asks the provider for a payment's state and applies it. */
export const reconcilePayments = defineJob({
  kind: "payments.reconcile",
  payload: z.object({ paymentId: z.guid() }),
  // A call to a provider that doesn't respond takes 20 s. `ofOwner` keeps one owner from using all of the concurrency.
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // Enough attempts for an outage of more than a day. After that, findUnsettledPayments retries every six hours.
  maxAttempts: 300,
  async run(services, { storeId, payload: { paymentId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx !== null) await reconcilePayment(ctx, paymentId);
  },
});

async function reconcilePayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await ctx.tx((tx) => readPayment(tx, paymentId));
  if (payment === undefined || payment.provider_id === null) return;
  const gateway = await gatewayOf(ctx, payment);
  const fact = await withinTime(gateway, gateway.get(payment.provider_id));
  const state = await ctx.tx(async (tx) => {
    await applyPaymentFact(tx, ctx, paymentId, fact);
    return (await readPayment(tx, paymentId))?.state;
  });
  // Fails the job, so that it is retried with backoff; a new job would ask again immediately.
  if (state === "processing")
    throw new Error(
      "the payment is still processing; the order's timeline shows any problem with it",
    );
}
