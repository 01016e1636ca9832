import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches, inBatchesByStore } from "../../platform/jobs/in-batches.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { storeMailbox } from "../../platform/mail/contact-email.ts";

/**
 * Publishes, at intervals, the levels that have fallen to their reorder point since the last run, so that many orders
 * in a short time cause few emails.
 */
export function publishLowStock(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatches(
    services,
    batch,
    (size) => sql`door.report_low_stock(${size}, ${services.now()})`,
    stopped,
  );
}

/** Updates each product's stored availability after its variants have come into or gone out of stock. */
export function settleStockChanges(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  return inBatchesByStore(
    services,
    {
      name: "stock-changes.settle",
      size: batch,
      stores: (after) => sql`select * from door.stores_with_stock_status_changes(100, ${after})`,
      batch: (storeId, size) => sql`door.apply_stock_status_changes(${storeId}, ${size})`,
    },
    stopped,
  );
}

/** Enqueues the email to the store about low levels, in the same transaction that completes the job. */
export const mailLowStock = defineJob({
  kind: "stock.low",
  payload: z.object({
    /** Levels that have fallen to their reorder point. */
    levels: z.array(z.object({ variantId: z.guid(), location: z.string() })),
  }),
  concurrency: 2,
  run: (_services, job) =>
    job.finish(async (tx) => {
      const store = await storeMailbox(tx);
      if (store === undefined) return;
      const { email: to, userId } = store;
      await enqueueMail(tx, { template: "low-stock", to, userId, data: job.payload });
    }),
});
