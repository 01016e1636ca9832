import { useRootData } from "../lib/store.ts";
import { clockTime } from "../lib/dates.ts";

type Props = { order: { orderNumber: string; expiresAt: string } };

/**
 * Says how long the placed order holds its units. Loaded lazily (a default export), because the checkout starts without
 * an order.
 */
export default function HeldNote({ order: { orderNumber, expiresAt } }: Props) {
  const { store } = useRootData();
  return (
    <>
      Order {orderNumber} is reserved. Your items are held for you until{" "}
      {clockTime(expiresAt, store.locale)}.
    </>
  );
}
