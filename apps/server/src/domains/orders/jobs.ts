import { contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { endUnpaidOrder } from "./cancel-order.ts";

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
