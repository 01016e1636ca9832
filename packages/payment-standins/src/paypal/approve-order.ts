import { wrong } from "../core/control.ts";
import type { Transaction } from "../core/store.ts";
import type { Json } from "../core/types.ts";
import { emit } from "./emit.ts";
import { presentOrder } from "./present.ts";
import { type Instrument, type Order, orders } from "./tables.ts";
import { timestamp } from "./values.ts";

export type Approval = {
  instrument: Instrument;
  /** The shipping address that the buyer has chosen in the wallet, in PayPal's format. */
  address?: Json;
  name?: string;
  email?: string;
  /** The card, if the buyer pays with a card instead of the wallet. */
  card?: Json;
};

const buyer = { given_name: "Test", surname: "Buyer" };
export const buyerEmail = "buyer@example.com";
const payerId = "BUYERTESTXXXX";

export function openOrder(tx: Transaction, id: string): Order {
  const order = tx.get(orders, id);
  if (order === undefined) throw wrong(`There is no order ${id}.`, 404);
  if (order.status === "COMPLETED") throw wrong(`The order ${id} has already been captured.`, 409);
  return order;
}

/**
 * Approves the payment on behalf of the buyer. Until the order is captured, this can be repeated with another
 * instrument.
 */
export function approveOrder(
  tx: Transaction,
  order: Order,
  approval: Approval,
  origin: string,
): Order {
  const { instrument, address, card, email = buyerEmail } = approval;
  const fullName = approval.name ?? `${buyer.given_name} ${buyer.surname}`;
  const shipping = address === undefined ? {} : { name: { full_name: fullName }, address };
  const approved = tx.put(orders, {
    ...order,
    status: "APPROVED",
    instrument,
    units: order.units.map((unit) =>
      address === undefined ? unit : { ...unit, shipping: { ...unit.shipping, ...shipping } },
    ),
    source:
      card === undefined
        ? {
            paypal: {
              email_address: email,
              account_id: payerId,
              account_status: "VERIFIED",
              name: buyer,
            },
          }
        : { card },
    payer:
      card === undefined
        ? {
            name: buyer,
            email_address: email,
            payer_id: payerId,
            address: { country_code: countryOf(address) },
          }
        : null,
    updateTime: timestamp(tx.now),
  });
  emit(tx, order.account, "CHECKOUT.ORDER.APPROVED", presentOrder(tx, approved, origin), origin);
  return approved;
}

function countryOf(address: Json | undefined): string {
  const country = address?.["country_code"];
  return typeof country === "string" ? country : "US";
}
