import { postalCodeFormError } from "@vetrina/commerce/addresses/address-errors";
import { Address, Email } from "@vetrina/contract/common";
import type { Wallet } from "../../../gateways/provider.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { applyChange } from "../../order-records/order-changes.ts";
import { writeBuyer, writeDelivery } from "../../order-records/order-states.ts";
import { readItems } from "../../order-records/order-rows.ts";
import { destinationsOf, planDestination } from "../../order-records/plan-destination.ts";
import type { OrderRow } from "../../order-records/present-order.ts";
import { requireAddress, normalizeAddress } from "../../pricing/require-address.ts";
import type { PaymentRow } from "../queries.ts";

/**
 * Copies the email, address and shipping method of an approved payment from the wallet to its express order. Returns
 * the order with its new total, and whether the buyer approved this total; only then may the payment be captured.
 * Throws VALIDATION_FAILED for an address that can't be used, or SHIPPING_UNAVAILABLE.
 */
export async function takeWallet(
  tx: Transaction,
  ctx: Context,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  wallet: Wallet,
): Promise<{ order: OrderRow; isApproved: boolean }> {
  const address = await addressOf(tx, ctx, wallet);
  const email = Email.safeParse(wallet.email ?? order.email);
  if (!email.success) throw unusable("Your wallet did not provide an email address.");
  const terms = await destinationsOf(tx, ctx, order, address);
  const isThere = terms[1].rates.some(({ id }) => id === wallet.methodId);
  const { plan, delivery } = await planDestination(tx, ctx, order, await readItems(tx, order.id), {
    to: address,
    shippingRateId: isThere ? (wallet.methodId ?? undefined) : undefined,
    terms,
  });
  if (plan.order.total_minor === 0)
    throw unusable("The order is free at this address, so there is nothing to pay.");
  const addresses = { shipping: address, billing: address };
  await applyChange(tx, order, { plan, addresses }, { isHeld: false });
  await writeDelivery(tx, order.id, delivery);
  await writeBuyer(tx, order.id, { email: email.data.toLowerCase(), name: address.name });
  const { shipping_rate_id: _, ...columns } = plan.order;
  const total = columns.total_minor;
  return {
    order: { ...order, ...columns, email: email.data, shipping_address: address },
    isApproved:
      [payment.amount_minor, wallet.amountMinor].every((amount) => amount === total) &&
      wallet.currency === payment.currency,
  };
}

async function addressOf(tx: Transaction, ctx: Context, wallet: Wallet): Promise<Address> {
  const given = Object.entries(wallet.address ?? {}).filter(([, value]) => value !== undefined);
  const parsed = Address.safeParse(Object.fromEntries(given));
  if (!parsed.success) throw unusable("The address in your wallet is incomplete.");
  const address = normalizeAddress(parsed.data, "shippingAddress");
  const error = postalCodeFormError(address.country, address.postalCode);
  if (error) throw unusable(error);
  await requireAddress(tx, ctx.store, address);
  return address;
}

function unusable(problem: string): ApiFailure {
  const message = `${problem} You haven't been charged. Choose another address, or enter your details at checkout.`;
  return new ApiFailure("VALIDATION_FAILED", message, [{ path: "shippingAddress", message }]);
}
