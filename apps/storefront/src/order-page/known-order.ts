import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { LookUpInput } from "../order/look-up.ts";
import { orderNumberIn } from "../order/order-number.ts";

type Order = Pick<OrderWithItems, "orderNumber" | "customer">;

/** Maximum number of orders to read. */
const maxRead = 2;

/**
 * Returns the id, number and email of the first order that this browser can read; null if there is none. If `typed`
 * isn't empty, the order must have that number. Reads at most two orders. `ids` are the browser's orders, the likeliest
 * first.
 */
export async function knownOrder(
  read: (id: string) => Promise<Order>,
  ids: readonly string[],
  typed: string,
): Promise<({ id: string } & LookUpInput) | null> {
  const number = orderNumberIn(typed) ?? typed.trim();
  for (const id of [...new Set(ids)].slice(0, maxRead)) {
    // The key of an order is in a cookie, which may have expired.
    const order = await read(id).catch(() => null);
    if (order?.customer.email && (number === "" || number === order.orderNumber))
      return { id, orderNumber: order.orderNumber, email: order.customer.email };
  }
  return null;
}
