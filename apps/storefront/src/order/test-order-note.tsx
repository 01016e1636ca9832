import type { Order } from "@vetrina/contract/orders/orders";

/** A note that the order is a test order. Renders nothing for other orders. */
export function TestOrderNote({ order }: { order: Pick<Order, "environment"> }) {
  if (order.environment !== "TEST") return null;
  return (
    <p className="mb-4 border border-amber px-4 py-3 font-medium text-amber">
      This is a test order. No money was taken, and nothing will be sent.
    </p>
  );
}
