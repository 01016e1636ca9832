import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { InvoiceLink } from "./invoice-link.tsx";
import type { OrderState } from "./order-state.ts";
import { resumePath, trackPath } from "./thank-you-path.ts";

type Props = { orderId: string; orderNumber: string; state: OrderState };

/** The buttons and links for a buyer's possible actions on an order in this state. */
export function OrderActions({ orderId, orderNumber, state }: Props) {
  const isPayable = state === "unpaid" || state === "failed";
  const isLost = state === "expired" || state === "cancelled";
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {isPayable ? (
        <Link to={resumePath(orderId)} className={buttonClass()}>
          {state === "failed" ? "Try to pay again" : "Pay now"}
        </Link>
      ) : null}
      {isLost ? (
        <Link to="/checkout" className={buttonClass()}>
          Check out your cart
        </Link>
      ) : null}
      <Link
        to={trackPath(orderNumber)}
        // Lets the tracking page read the order's email, which doesn't belong in a URL.
        state={{ orderId }}
        className={buttonClass({ variant: isPayable || isLost ? "secondary" : "primary" })}
      >
        Track Order
      </Link>
      <Link to="/collection" className={buttonClass({ variant: "secondary" })}>
        Continue Shopping
      </Link>
      {state === "paid" || state === "refunded" ? <InvoiceLink orderId={orderId} /> : null}
    </div>
  );
}
