import type { PaymentEnv } from "@vetrina/contract/enumerations";
import { type Context, systemContext } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";
import { closePayment } from "./cancel-open-payments.ts";
import { readPayment } from "./queries.ts";

/** How many payments are canceled at a time. None occupies a database connection while it waits for its provider. */
const concurrency = 4;

/**
 * Cancels the open payments of this mode for orders and changes that can expire. Called after the store has left the
 * mode, or before the store is deleted. A payment that can't be canceled now is canceled when its order or change
 * expires.
 */
export async function cancelPaymentsOfMode(ctx: Context, environment: PaymentEnv): Promise<void> {
  const system = systemContext(ctx.services, ctx.store);
  const open = await system.tx((tx) =>
    tx.rows<{ id: string }>(sql`
      select p.id from shop.orders o join shop.payments p on p.store_id = o.store_id and p.order_id = o.id
      where o.store_id = ${tx.storeId} and (o.expires_at is not null or o.change_expires_at is not null) and p.environment = ${environment}
        and p.state in ('created', 'processing', 'failed')
      order by p.id`),
  );
  for (let i = 0; i < open.length; i += concurrency)
    await Promise.all(open.slice(i, i + concurrency).map(({ id }) => callOff(system, id)));
}

async function callOff(ctx: Context, paymentId: string): Promise<void> {
  try {
    const payment = await ctx.tx((tx) => readPayment(tx, paymentId));
    if (payment !== undefined) await closePayment(ctx, payment, "cancelled");
  } catch (error) {
    const reason = describeError(error);
    ctx.services.log.error({ paymentId, reason }, "an open payment could not be canceled");
  }
}
