import { Email } from "@vetrina/contract/common";
import type { Context, Transaction } from "../../../platform/context.ts";
import { lockAnyOrder } from "../../order-records/order-rows.ts";
import { writeBuyer } from "../../order-records/order-states.ts";
import type { OrderRow } from "../../order-records/present-order.ts";
import { gatewayFor } from "../../payment-providers/account.ts";
import { withinTime } from "../gateway-of.ts";
import { needsAddress, needsBuyer } from "../lock-order-to-pay.ts";
import { type PaymentRow, readPayments } from "../queries.ts";

/**
 * Gives an express order that was paid without a buyer the email of the wallet that paid it. Changes nothing if the
 * wallet has no email, or if the order has a buyer or no address. Throws GatewayUnknown.
 */
export async function takeBuyer(ctx: Context, orderId: string): Promise<void> {
  const paid = await ctx.tx(async (tx) => {
    const order = await lockAnyOrder(tx, orderId);
    return mayTakeBuyer(order) ? findPaid(tx, orderId) : undefined;
  });
  const email = paid === undefined ? null : await emailOf(ctx, paid);
  if (email === null) return;
  await ctx.tx(async (tx) => {
    const order = await lockAnyOrder(tx, orderId);
    if (!mayTakeBuyer(order)) return;
    await writeBuyer(tx, orderId, { email, name: order.shipping_address?.name ?? "" });
  });
}

function mayTakeBuyer(order: OrderRow): boolean {
  const isOpen = order.paid_at === null && order.cancelled_at === null && order.deleted_at === null;
  return isOpen && order.paid_minor > 0 && needsBuyer(order) && !needsAddress(order);
}

async function findPaid(tx: Transaction, orderId: string): Promise<PaymentRow | undefined> {
  const payments = await readPayments(tx, orderId);
  return payments.find(({ state }) => state === "completed");
}

/** Returns the email in the payment's wallet, in lower case; null if there is none. */
async function emailOf(ctx: Context, payment: PaymentRow): Promise<string | null> {
  const gateway = await gatewayFor(ctx, payment.provider, payment.environment);
  if (gateway?.express === undefined || payment.provider_id === null) return null;
  const wallet = await withinTime(gateway, gateway.express.readWallet(payment.provider_id));
  const email = Email.safeParse(wallet.email);
  return email.success ? email.data.toLowerCase() : null;
}
