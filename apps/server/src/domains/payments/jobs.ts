import { z } from "zod";
import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { readPayment } from "./queries.ts";

/**
 * Adds a job for each payment whose response was lost (by a timeout or crash), unless it has one. A job that was
 * given up gets one more attempt every six hours. Returns how many jobs it added or revived.
 */
export function findUnsettledPayments(
  services: Services,
  olderThan = "30 seconds",
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = sql`door.reconcile_payments(${olderThan}::interval, ${batch})`;
  return inBatches(services, batch, next, stopped);
}

/** Asks the provider about a payment. */
export const reconcilePayments = defineJob({
  kind: "payments.reconcile",
  payload: z.object({ paymentId: z.guid() }),
  // A call to a provider that doesn't answer takes 20 s. One store must not use the whole concurrency.
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // A provider may be down for more than a day. Then findUnsettledPayments continues every six hours.
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
  // The job's pauses grow, while a new job would ask again at once.
  if (state === "processing")
    throw new Error("the payment is still pending, or the order's timeline says what is wrong");
}
