import type { OrderWithItems } from "@vetrina/contract/orders";
import type { BuyableLine } from "@vetrina/commerce/cart";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect } from "react";
import { browserApi } from "../lib/api.ts";
import { QueryScope } from "../lib/query.tsx";
import { type Choice, type Quoting, useCheckoutQuote } from "./use-checkout-quote.ts";

type Props = {
  lines: readonly BuyableLine[];
  choice: Choice;
  /** The order this tab has placed; null: none. */
  orderId: string | null;
  /** Its payment whose window is open; null: none. The order is held longer from the first one on. */
  intentId: string | null;
  onQuoting: (quoting: Quoting) => void;
  onOrder: (order: OrderWithItems) => void;
};

/**
 * What a checkout asks the server, shown nowhere: it hands the answers over. A default export, because an empty checkout
 * asks nothing and loads none of it.
 */
export default function Questions(props: Props) {
  return (
    <QueryScope>
      <Asked {...props} />
    </QueryScope>
  );
}

function Asked({ lines, choice, orderId, intentId, onQuoting, onOrder }: Props) {
  const quoting = useCheckoutQuote(lines, choice);
  const { quote, isUpdating, isRateRefused, error } = quoting;
  const { data: order, refetch } = useQuery({
    queryKey: ["order", orderId],
    queryFn: async ({ signal }) =>
      (await browserApi()).orders.getOrderWithItems({ id: orderId ?? "" }, { signal }),
    enabled: orderId !== null,
    staleTime: 5_000,
  });
  useEffect(() => {
    if (intentId !== null) void refetch();
  }, [intentId, refetch]);
  const asked = JSON.stringify([lines, choice]);
  // Before the page is painted: lines are never seen beside the quote of others.
  useLayoutEffect(() => {
    onQuoting(quoting);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [onQuoting, asked, quote, isUpdating, isRateRefused, error]);
  useLayoutEffect(() => {
    if (order) onOrder(order);
  }, [onOrder, order]);
  return null;
}
