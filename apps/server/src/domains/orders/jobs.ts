import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { expireChange } from "./changes/expire-change.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import { releaseTestOrder } from "./release-test-order.ts";

/**
 * Releases the stock of orders whose payment window has expired. An order being paid waits for the provider's answer.
 */
export function expireOrders(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "orders.expire",
    (after) => sql`select * from door.expired_orders(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      return ctx !== null && endUnpaidOrder(ctx, id, "expired");
    },
    { stopped },
  );
}

/** Releases the units that paid test orders hold when the hold has expired or the store has gone LIVE. */
export function endTestHolds(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "orders.end-test-holds",
    (after) => sql`select * from door.ended_test_holds(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      return ctx !== null && ctx.tx((tx) => releaseTestOrder(tx, ctx, id));
    },
    { stopped },
  );
}

/**
 * Withdraws changes of paid orders that were not paid in time, and releases the units that they hold. A change being paid waits
 * for the provider's answer.
 */
export function expireChanges(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "orders.expire-changes",
    (after) => sql`select * from door.expired_order_changes(${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      return ctx !== null && expireChange(ctx, id);
    },
    { stopped },
  );
}

/** How long an unpaid order stays visible. */
const keepUnpaidMs = 30 * 24 * 60 * 60_000;

/** Deletes orders that ended unpaid a month ago, with their items, payments and stock movements. */
export function forgetUnpaidOrders(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
): Promise<number> {
  const ended = new Date(services.now().getTime() - keepUnpaidMs);
  return inBatches(services, batch, sql`door.forget_unpaid_orders(${ended}, ${batch})`, stopped);
}
