import { Link } from "react-router";
import { returnPath } from "../payment/return-path.ts";
import { thankYouPath } from "./thank-you-path.ts";
import type { UnpaidOrders } from "./use-unpaid-orders.ts";

/** Says that an order for the lines shown is being paid, or was paid. Loaded lazily (a default export). */
export default function PaymentNotice({
  beingPaid,
  paid,
}: Pick<UnpaidOrders, "beingPaid" | "paid">) {
  return (
    <output className="block">
      {beingPaid ? (
        <span className="mb-4 block border-2 border-message bg-message-paper px-4 py-3 text-message">
          Your payment for order {beingPaid.orderNumber} is being confirmed. Please don't pay again.
          This page updates as soon as we know.{" "}
          <Link to={returnPath(beingPaid.id)} className="text-link font-medium">
            See your order
          </Link>
        </span>
      ) : null}
      {paid.map(({ id, orderNumber }) => (
        <span key={id} className="mb-4 block border border-line bg-tissue p-4">
          Order {orderNumber} is paid.{" "}
          <Link to={thankYouPath(id)} className="text-link font-medium">
            See your order
          </Link>
        </span>
      ))}
    </output>
  );
}
