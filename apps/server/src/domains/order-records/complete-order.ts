import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { sellHeldStock } from "../inventory/hold-stock.ts";
import { enqueueOrderConfirmation } from "./mails.ts";
import type { OrderRow } from "./present-order.ts";

/** How an order was paid (as shown to people), when, and in which mode of the store. */
export type Paid = Pick<OrderRow, "payment_name" | "paid_at"> & {
  payment_environment: PaymentEnv;
};

/**
 * Completes a paid order: sells its held units and sends its confirmation. An order that was canceled before has no
 * units left to sell. A test order sells nothing: it keeps its hold for a while, so that inventory counts stay right
 * when the units are released. The caller holds the order's lock or has just created the order.
 */
export async function completeOrder(tx: Transaction, order: OrderRow, paid: Paid): Promise<void> {
  const testHeldUntil = testHoldEnd(order, paid);
  if (order.cancelled_at === null) {
    if (testHeldUntil === null) await sellHeldStock(tx, order.id);
    await enqueueOrderConfirmation(tx, order);
  }
  const holders = sql`held_by_address = null, held_by_user = null,`;
  await tx.run(sql`
    update shop.orders set payment_state = 'completed', paid_minor = ${order.total_minor}, payment_name = ${paid.payment_name}, paid_at = ${paid.paid_at},
      payment_environment = ${paid.payment_environment}, test_held_until = ${testHeldUntil}, expires_at = null,
      ${testHeldUntil === null ? holders : sql``} updated_at = now()
    where store_id = ${tx.storeId} and id = ${order.id}`);
}

/**
 * At most as long as an unpaid order with a payment holds its units: a test payment must not hold them longer than an
 * unpaid order.
 */
function testHoldEnd(order: OrderRow, { payment_environment, paid_at }: Paid): Date | null {
  if (payment_environment === "LIVE" || paid_at === null || order.cancelled_at !== null)
    return null;
  return new Date(paid_at.getTime() + paymentWindowMinutes * 60_000);
}

/**
 * Completes an order that costs nothing as soon as it is created, without a payment. No provider collects its email and
 * address, so the request must contain them. Throws VALIDATION_FAILED if it doesn't.
 */
export function freeOrder(order: OrderRow, environment: PaymentEnv, now: Date) {
  const missing = [
    ...(order.email === null ? ["email"] : []),
    ...(order.shipping_address === null ? ["shippingAddress"] : []),
  ];
  if (missing.length > 0)
    throw new ApiFailure(
      "VALIDATION_FAILED",
      "A free order needs an email and a shipping address. Complete it in the checkout.",
      missing.map((path) => ({ path, message: "Send it: a free order requires it." })),
    );
  const paid = { payment_name: "Free order", payment_environment: environment, paid_at: now };
  return { ...order, ...paid, expires_at: null, payment_state: "completed" as const };
}
