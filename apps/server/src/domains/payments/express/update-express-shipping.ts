import type { payments } from "@vetrina/contract/orders/payments";
import { GatewayRefused } from "../../../gateways/provider.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { applyChange } from "../../order-records/order-changes.ts";
import { destinationsOf, planDestination } from "../../order-records/plan-destination.ts";
import { readItems } from "../../order-records/order-rows.ts";
import { clearShippingAddress, writeDelivery } from "../../order-records/order-states.ts";
import { requireAddress, normalizeAddress } from "../../pricing/require-address.ts";
import { logFailedCall } from "../../payment-providers/log-failed-call.ts";
import { requireNoneProcessing, requirePayable } from "../create-payment-intent.ts";
import { gatewayOf, withinTime } from "../gateway-of.ts";
import { lockOrderToPay } from "../lock-order-to-pay.ts";
import { canContinue } from "../present-payment.ts";
import type { PaymentRow } from "../queries.ts";
import { presentPlan, termsOfPlan } from "./express-terms.ts";
import { changeMs, requireUnchanging } from "./require-unchanging.ts";

/**
 * Prices an express order for the address that its buyer has chosen in the provider's wallet, and updates the amount in
 * the wallet. Our row is written first. If the provider's response is lost, the wallet may still have the old amount;
 * process-payment compares both amounts and captures nothing if they differ.
 */
export const updateExpressShipping: Handler<typeof payments.updateExpressShipping> = async (
  ctx,
  { id, body },
) => {
  const destination = normalizeAddress(body.destination, "destination");
  const { payment, before, planned } = await ctx.tx(async (tx) => {
    const { order, mode, attempts, isExpress } = await lockOrderToPay(tx, id);
    requirePayable(order, ctx.now());
    const payment = attempts.find(
      (p) => p.provider === body.provider && p.provider_id === body.paymentIntentId,
    );
    if (payment === undefined || !isExpress || payment.environment !== mode)
      throw notFound("payment");
    requireNoneProcessing(attempts);
    requireUnchanging(payment, ctx.now());
    if (!canContinue(payment)) throw notFound("payment");
    await requireAddress(tx, ctx.store, destination, "destination.");
    const planned = await planDestination(tx, ctx, order, await readItems(tx, id), {
      to: destination,
      shippingRateId: body.shippingRateId,
      terms: await destinationsOf(tx, ctx, order, destination),
    });
    const { total_minor: total } = planned.plan.order;
    if (total === 0)
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "The order is free at this address. Complete it at checkout.",
        { status: "PENDING" },
      );
    await applyChange(
      tx,
      order,
      { plan: planned.plan, addresses: { shipping: null, billing: null } },
      { isHeld: false },
    );
    // Otherwise, if the provider doesn't return the buyer's address, the order could be charged the new destination's
    // price but ship to the old address.
    await clearShippingAddress(tx, id);
    await writeDelivery(tx, id, planned.delivery);
    await beginChange(tx, payment, { total, until: new Date(ctx.now().getTime() + changeMs) });
    return { payment: { ...payment, amount_minor: total }, before: payment.amount_minor, planned };
  });
  await changeAtProvider(ctx, payment, { before, terms: termsOfPlan(planned) });
  return presentPlan(planned, payment.currency);
};

async function beginChange(
  tx: Transaction,
  { id }: PaymentRow,
  { total, until }: { total: number; until: Date },
): Promise<void> {
  await tx.run(sql`
    update shop.payments set amount_minor = ${total}, changing_until = ${until}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
}

/** Throws PROVIDER_ERROR. */
async function changeAtProvider(
  ctx: Context,
  payment: PaymentRow,
  { before, terms }: { before: number; terms: ReturnType<typeof termsOfPlan> },
): Promise<void> {
  try {
    const gateway = await gatewayOf(ctx, payment);
    const change = {
      providerId: payment.provider_id ?? "",
      orderId: payment.order_id,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
      terms,
    };
    await withinTime(
      gateway,
      gateway.express?.change(change) ?? Promise.reject(notFound("payment")),
    );
  } catch (error) {
    // Restores the old amount. Unless it is still the amount due, the buyer's next attempt opens a new payment instead
    // of continuing this one.
    if (error instanceof GatewayRefused) await endChange(ctx, payment, before);
    logFailedCall(ctx, error, payment, "the amount of a payment could not be changed");
    throw new ApiFailure(
      "PROVIDER_ERROR",
      "The payment provider could not update the total. You haven't been charged. Try again.",
    );
  }
  await endChange(ctx, payment, payment.amount_minor);
}

async function endChange(
  ctx: Context,
  { id, amount_minor: changed }: PaymentRow,
  amount: number,
): Promise<void> {
  await ctx.tx((tx) =>
    tx.run(sql`
      update shop.payments set changing_until = null, amount_minor = ${amount}
      where store_id = ${tx.storeId} and id = ${id} and amount_minor = ${changed}`),
  );
}
