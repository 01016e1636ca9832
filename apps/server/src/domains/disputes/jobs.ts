import { z } from "zod";
import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { gatewayFor } from "../payment-providers/account.ts";
import { readDisputedCapture } from "../payments/captures.ts";
import { settleDisputes } from "./settle-disputes.ts";

/**
 * Adds a job for each payment with an open dispute, once a day, because the event about the dispute's end may never
 * arrive. A lost dispute may still be won, so the provider is asked about it weekly for half a year. Returns how many
 * disputes were due.
 */
export function findUnsettledDisputes(
  services: Services,
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = (size: number) => sql`door.reconcile_disputes(${services.now()}, ${size})`;
  return inBatches(services, batch, next, stopped);
}

/** Asks the provider about a payment's disputes and applies their outcomes, as a webhook does. */
export const settleOpenDisputes = defineJob({
  kind: "disputes.settle",
  payload: z.object({ paymentId: z.guid() }),
  // A call to an unresponsive provider takes 20 s. `ofOwner` keeps one owner from using all of the concurrency.
  concurrency: 2,
  ofOwner: 1,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // Tries for about an hour. After that, findUnsettledDisputes retries when the dispute is due again.
  maxAttempts: 12,
  async run(services, { storeId, payload: { paymentId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx !== null) await settleDisputesOf(ctx, paymentId);
  },
});

async function settleDisputesOf(ctx: Context, paymentId: string): Promise<void> {
  const capture = await ctx.tx((tx) => readDisputedCapture(tx, paymentId));
  if (capture === undefined || capture.provider === null) return;
  const gateway = await gatewayFor(ctx, capture.provider, capture.environment);
  // `gateway` is null if the store has removed the provider.
  if (gateway !== null) await settleDisputes(ctx, gateway, paymentId);
}
