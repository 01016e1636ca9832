import { type Services, systemContext } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf, withinTime } from "./gateway-of.ts";
import { readPayment } from "./queries.ts";

/** Asks the providers about every payment whose answer was lost (by a time-out or a crash); safe to run in parallel. */
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
      const store = await services.directory.find(store_id);
      return store !== null && reconcilePayment(services, store, id);
    },
    stopped,
  );
}

async function reconcilePayment(
  services: Services,
  store: Parameters<typeof systemContext>[1],
  paymentId: string,
): Promise<boolean> {
  const ctx = systemContext(services, store);
  const payment = await ctx.tx((tx) => readPayment(tx, paymentId));
  if (payment === undefined || payment.provider_id === null) return false;
  const gateway = gatewayOf(ctx, payment);
  const fact = await withinTime(gateway, gateway.get(payment.provider_id));
  await ctx.tx((tx) => applyPaymentFact(tx, ctx, paymentId, fact));
  return true;
}
