import { z } from "zod";
import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { settleRefundPayment } from "./send-refund.ts";

/**
 * Adds a job for each part of a refund whose result isn't known yet, requested or not, if it has waited at least
 * `olderThan` and has no job. Retries given-up jobs every six hours. Returns the number of jobs added or retried.
 */
export function findUnsettledRefunds(
  services: Services,
  olderThan = "30 seconds",
  batch = 100,
  stopped: () => boolean = () => false,
): Promise<number> {
  const next = (size: number) => sql`door.reconcile_refunds(${olderThan}::interval, ${size})`;
  return inBatches(services, batch, next, stopped);
}

/** Requests a part of a refund, or asks the provider about it. */
export const settleRefunds = defineJob({
  kind: "refunds.settle",
  payload: z.object({ refundPaymentId: z.guid() }),
  // A call to an unresponsive provider takes 20 s. `ofOwner` keeps one owner from using all of the concurrency.
  concurrency: 4,
  ofOwner: 2,
  pauseSeconds: (attempt) => Math.min(10 * 2 ** (attempt - 1), 600),
  // Enough attempts for an outage of more than a day. After that, findUnsettledRefunds retries every six hours.
  maxAttempts: 300,
  async run(services, { storeId, payload: { refundPaymentId } }) {
    const ctx = storeId === null ? null : await contextOfWork(services, storeId);
    if (ctx !== null) await settleRefundPayment(ctx, refundPaymentId);
  },
});
