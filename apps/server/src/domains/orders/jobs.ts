import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
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
