import { contextOfWork, type Services, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { expireChange } from "./changes/expire-change.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import { releaseTestOrder } from "./release-test-order.ts";

/**
 * Marks unpaid orders as expired once their hold has expired, and releases their stock. An order with a payment in
 * progress waits for the provider's response.
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
      if (ctx === null || !(await ctx.tx((tx) => hasExpired(tx, id)))) return false;
      return endUnpaidOrder(ctx, id, "expired");
    },
    { stopped },
  );
}

/**
 * Whether the order's hold has expired. Checked before payments are canceled, because a first payment may have extended
 * the hold since the sweep found the order.
 */
async function hasExpired(tx: Transaction, orderId: string): Promise<boolean> {
  const expired = await tx.row(sql`
    select from shop.orders where store_id = ${tx.storeId} and id = ${orderId} and expires_at < now()`);
  return expired !== undefined;
}

/** Releases the units of paid test orders whose hold has expired or whose store has switched to LIVE. */
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
 * Withdraws open changes that were not paid in time, and releases the units that they hold. A change with a payment in
 * progress waits for the provider's response.
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

/** How long a guest's order is kept after it was canceled or expired unpaid: 30 days. */
const keepUnpaidMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes guests' orders that were canceled or expired unpaid at least 30 days ago, with their items, payments and
 * stock movements. Keeps orders for which money may have moved, and those with reviews.
 */
export function forgetUnpaidOrders(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
): Promise<number> {
  const ended = new Date(services.now().getTime() - keepUnpaidMs);
  return inBatches(
    services,
    batch,
    (size) => sql`door.forget_unpaid_orders(${ended}, ${size})`,
    stopped,
  );
}
