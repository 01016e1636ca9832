import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { BuyableLine } from "@vetrina/commerce/cart";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { adoptCode } from "../cart/adopt-code.ts";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { QueryScope } from "../lib/query.tsx";
import { type Held, heldBy, isOpen } from "../order/unpaid-orders.ts";
import { isFor, useUnpaidOrders } from "../order/use-unpaid-orders.ts";
import { useUnfinishedPayment } from "../payment/use-unfinished-payment.ts";
import { type Choice, type Quoting, useCheckoutQuote } from "./use-checkout-quote.ts";

const PaymentNotice = whenNeeded(() => import("../order/payment-notice.tsx"));
const WaitingNotice = whenNeeded(() => import("../order/waiting/waiting-notice.tsx"));

type Props = {
  lines: readonly BuyableLine[];
  choice: Choice;
  /** The order this tab has placed; null if none. */
  orderId: string | null;
  /** The payment intent that the shopper is asked to approve; null if none. The first one extends the order's hold. */
  intentId: string | null;
  isPaying: boolean;
  onQuoting: (quoting: Quoting) => void;
  onOrder: (order: OrderWithItems) => void;
  /** Called with true if an order for some of these lines is being paid, else with false. */
  onBeingPaid: (isBeingPaid: boolean) => void;
  /** Called with the units that all unpaid orders of this browser hold; null until the orders have been read. */
  onHeld: (held: Held | null) => void;
};

/**
 * Runs the checkout's queries and passes the results on. Renders only the notices about other orders for these
 * lines. Loaded lazily (a default export), because an empty checkout doesn't need it.
 */
export default function Questions(props: Props) {
  return (
    <QueryScope>
      <Asked {...props} />
    </QueryScope>
  );
}

function Asked({ lines, choice, orderId, intentId, isPaying, ...props }: Props) {
  const { onQuoting, onOrder, onBeingPaid, onHeld } = props;
  const { slug } = useStore();
  useEffect(() => adoptCode(slug), [slug]);
  const quoting = useCheckoutQuote(lines, choice);
  const { quote, isUpdating, rateRefusal, error } = quoting;
  const client = useQueryClient();
  const { data: order, refetch } = useQuery({
    queryKey: ["order", orderId],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.getOrderWithItems({ id: orderId ?? "" }, { signal }),
    enabled: orderId !== null,
    staleTime: 5_000,
  });
  const unpaid = useUnpaidOrders(lines, isPaying);
  const { beingPaid, paid, holding } = unpaid;
  const waiting = unpaid.waiting.filter((order) => isFor(order, lines));
  const own = order && isOpen(order) ? order : null;
  useUnfinishedPayment((beingPaid ?? own)?.id ?? null, isPaying);
  useEffect(() => {
    if (intentId === null) return;
    // The payment has extended the order's hold. A read that is still running may return the hold's earlier end, and a
    // plain refetch() would wait for that read, so it is canceled first.
    void client.cancelQueries({ queryKey: ["order", orderId] }).then(() => refetch());
  }, [client, orderId, intentId, refetch]);
  const requestKey = JSON.stringify([lines, choice]);
  // Runs before paint, so that lines are never shown with the quote of previous lines.
  useLayoutEffect(() => {
    onQuoting(quoting);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [onQuoting, requestKey, quote, isUpdating, rateRefusal, error]);
  useLayoutEffect(() => {
    if (order) onOrder(order);
  }, [onOrder, order]);
  useLayoutEffect(() => onBeingPaid(beingPaid !== null), [onBeingPaid, beingPaid]);
  useLayoutEffect(() => onHeld(holding && heldBy(holding)), [onHeld, holding]);
  return (
    <Suspense fallback={null}>
      {beingPaid || paid.length > 0 ? <PaymentNotice {...unpaid} /> : null}
      {waiting.length > 0 && !isPaying ? (
        <div className="mb-6">
          <WaitingNotice orders={waiting} />
        </div>
      ) : null}
    </Suspense>
  );
}
