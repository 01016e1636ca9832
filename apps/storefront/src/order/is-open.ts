import type { OrderWithItems } from "@vetrina/contract/orders/orders";

/** Whether an order can still be paid. */
export function isOpen(order: OrderWithItems): boolean {
  return (
    order.status === "PENDING" &&
    order.expiresAt !== null &&
    Date.parse(order.expiresAt) > Date.now()
  );
}
