import { audit } from "../../platform/audit.ts";
import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { markCompleted } from "../order-records/fulfillment.ts";
import { recordEvent } from "../order-records/record-event.ts";

/** Completes orders some days after their delivery, or after their shipment if no delivery is recorded. */
export function completeOrders(
  services: Services,
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "orders.complete",
    (after) =>
      sql`select * from door.orders_to_complete(${services.now()}, ${batch}, ${after.due}, ${after.id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      return ctx !== null && completeShippedOrder(ctx, id);
    },
    { stopped },
  );
}

function completeShippedOrder(ctx: Context, orderId: string): Promise<boolean> {
  return ctx.tx(async (tx) => {
    if (!(await markCompleted(tx, orderId, ctx.now()))) return false;
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: orderId,
      after: { status: "COMPLETED" },
    });
    await recordEvent(tx, ctx, orderId, { kind: "completed" });
    return true;
  });
}
