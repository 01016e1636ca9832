import { paymentWindowMinutes } from "@vetrina/commerce/constants";
import { changeHoldHours, maxChangeHoldDays } from "@vetrina/contract/orders/order-changes";
import type { ChangeOrderItems } from "@vetrina/contract/orders/order-changes";
import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure, invalidField } from "../../../platform/errors.ts";
import { isPaidBack, keptOf } from "../../order-records/order-money.ts";
import { type OrderRow, statusOf } from "../../order-records/present-order.ts";
import { leftOf, readCaptures } from "../../payments/captures.ts";

/** A change request without its items: the expected total, the reason, and the time by which the buyer must pay. */
export type Request = Omit<ChangeOrderItems, "items">;

/**
 * The amount that is due for a change by `expiresAt`, and the amount that the buyer gets back, in minor units.
 * `withheldMinor` is not refunded, because a lost dispute has already returned it.
 */
export type Settlement = {
  dueMinor: number;
  refundMinor: number;
  withheldMinor: number;
  expiresAt: Date | null;
};

/**
 * Returns what the buyer has to pay for the change or gets back. An unpaid order only gets a new total. Throws
 * INVALID_TRANSITION if an unpaid order would have nothing left to pay, if a paid-back order would cost more, if
 * disputed money would have to be refunded, or if units are exchanged after a lost dispute.
 */
export async function settlementOf(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { difference, isExchange }: { difference: number; isExchange: boolean },
  request: Request,
): Promise<Settlement> {
  const expiresAt = expiryOf(ctx, order, request.expiresAt);
  const kept = keptOf(order);
  if (order.paid_at === null) {
    const dueMinor = order.total_minor + difference - kept;
    if (dueMinor > 0) return { dueMinor, refundMinor: 0, withheldMinor: 0, expiresAt: null };
    throw refusal(
      order,
      kept > 0
        ? "The buyer has already paid the new total or more. Refund part of it first."
        : "The order would cost nothing after this change. Cancel it instead.",
    );
  }
  if (difference > 0 && isPaidBack(order))
    throw refusal(
      order,
      "All money for this order was returned to the buyer, so nothing can be added to the order. Create a new one.",
    );
  // The lost dispute counts as the refund of the removed units, so their price can't also pay for added units.
  if (isExchange && order.lost_minor > order.withheld_minor)
    throw refusal(
      order,
      "Money for this order was returned in a lost dispute. Remove units in one change, and add units in a second one.",
    );
  if (difference > 0) return { dueMinor: difference, refundMinor: 0, withheldMinor: 0, expiresAt };
  const withheldMinor = Math.min(-difference, Math.max(0, order.lost_minor - order.withheld_minor));
  const refundMinor = Math.min(-difference - withheldMinor, kept);
  // Rejected, because nothing would refund the price difference later, once the dispute has ended.
  if (
    refundMinor > 0 &&
    order.dispute_state === "open" &&
    refundMinor > (await undisputed(tx, order.id))
  )
    throw refusal(
      order,
      "A payment for this order is disputed, so the price difference can't be refunded. Change the order once the dispute is closed.",
    );
  return { dueMinor: 0, refundMinor, withheldMinor, expiresAt: null };
}

/** Returns how much can be refunded while a dispute is open: what is left of the order's undisputed payments. */
async function undisputed(tx: Transaction, orderId: string): Promise<number> {
  const captures = (await readCaptures(tx, orderId)).filter((one) => one.disputed_minor === 0);
  return captures.reduce((sum, capture) => sum + leftOf(capture), 0);
}

/** Returns when the open change expires. Test orders may hold units only as long as unpaid orders. */
function expiryOf(ctx: Context, order: OrderRow, sent: string | undefined): Date {
  const now = ctx.now().getTime();
  if (order.payment_environment === "TEST") return new Date(now + paymentWindowMinutes * 60_000);
  if (sent === undefined) return new Date(now + changeHoldHours * 3_600_000);
  const at = new Date(sent);
  if (at.getTime() <= now) throw invalidField("expiresAt", "Choose a time in the future.");
  if (at.getTime() > now + maxChangeHoldDays * 86_400_000)
    throw invalidField("expiresAt", `Choose a time within the next ${maxChangeHoldDays} days.`);
  return at;
}

export function refusal(order: OrderRow, message: string): ApiFailure {
  return new ApiFailure("INVALID_TRANSITION", message, { status: statusOf(order) });
}
