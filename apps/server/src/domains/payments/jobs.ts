import { type Context, contextOfWork, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { readPayment } from "./queries.ts";

/** Asks the providers about every payment whose response was lost (by a timeout or crash). Safe to run concurrently. */
export function reconcilePayments(
  services: Services,
  olderThan = "30 seconds",
  batch = 100,
  stopped?: () => boolean,
): Promise<number> {
  return sweepDue(
    services,
    "payments.reconcile",
    ({ due, id }) =>
      sql`select * from door.unsettled_payments(${olderThan}::interval, ${batch}, ${due}, ${id})`,
    async ({ store_id, id }) => {
      const ctx = await contextOfWork(services, store_id);
      return ctx !== null && reconcilePayment(ctx, id);
    },
    stopped,
  );
}

async function reconcilePayment(ctx: Context, paymentId: string): Promise<boolean> {
  const payment = await ctx.tx((tx) => readPayment(tx, paymentId));
  if (payment === undefined || payment.provider_id === null) return false;
  const gateway = gatewayOf(ctx, payment);
  const fact = await withinTime(gateway, gateway.get(payment.provider_id));
  await ctx.tx((tx) => applyPaymentFact(tx, ctx, paymentId, fact));
  return true;
}
