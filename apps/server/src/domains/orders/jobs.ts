import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatches } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { endUnpaidOrder } from "./cancel-order.ts";
import { releaseTestOrder } from "./release-test-order.ts";

/** Gives back the stock of orders whose payment window is over; an order being paid is left until the provider has said. */
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
    stopped,
  );
}

/** Releases what paid test orders hold, once their time has come or their store takes real money. */
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
    stopped,
  );
}

/** For how long an order that was never paid stays visible. */
const keepUnpaidMs = 30 * 24 * 60 * 60_000;

/** Deletes orders that ended unpaid a month ago, with their items, payments and movements of stock. */
export function forgetUnpaidOrders(
  services: Services,
  batch = 50,
  stopped: () => boolean = () => false,
): Promise<number> {
  const ended = new Date(services.now().getTime() - keepUnpaidMs);
  return inBatches(services, batch, sql`door.forget_unpaid_orders(${ended}, ${batch})`, stopped);
}
