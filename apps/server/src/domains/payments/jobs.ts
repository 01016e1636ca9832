import { type Services, systemContext } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { gatewayOf } from "./gateway-of.ts";
import { readPayment } from "./queries.ts";

const batch = 100;

/** Asks the providers about every payment whose answer was lost (by a time-out or a crash); safe to run in parallel. */
export async function reconcilePayments(
  services: Services,
  olderThan = "30 seconds",
): Promise<number> {
  const due = await queryable(services.database.worker).rows<{
    store_id: string;
    payment_id: string;
  }>(sql`select * from door.unsettled_payments(${olderThan}::interval, ${batch})`);
  for (const { store_id, payment_id } of due) {
    const store = await services.directory.find(store_id);
    if (store === null) continue;
    const ctx = systemContext(services, store);
    const payment = await ctx.tx((tx) => readPayment(tx, payment_id));
    if (payment === undefined || payment.provider_id === null) continue;
    const { provider_id } = payment;
    try {
      const fact = await gatewayOf(ctx, payment).get(provider_id);
      await ctx.tx((tx) => applyPaymentFact(tx, ctx, payment_id, fact));
    } catch (error) {
      services.log.warn(
        { err: error, paymentId: payment_id },
        "the provider was asked and did not answer",
      );
    }
  }
  return due.length;
}
