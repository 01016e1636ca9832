import { Skeleton } from "@vetrina/ui/skeleton";
import { Suspense } from "react";
import { whenNeeded } from "../lib/when-needed.ts";
import { OrderLine, shownOrderLine } from "../order/order-lines.tsx";
import { shownCartLine } from "./shown-cart-line.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PromoField } from "../cart/promo-field.tsx";
import type { Step } from "./steps.ts";
import { SummaryNote } from "./summary-note.tsx";
import type { Checkout } from "./use-checkout.ts";

const LineNotice = whenNeeded(() => import("./line-notice.tsx"));

/** The items to be bought: those of the order, once it is placed; until then, the cart's lines with their notices. */
export function CheckoutSummary({ checkout, step }: { checkout: Checkout; step: Step }) {
  const { isReady, lines, buyable, draft, quoting, order, problems, isBlocked } = checkout;
  const { quote } = quoting;
  const count = isReady ? lines.items.reduce((sum, { quantity }) => sum + quantity, 0) : null;
  const shown = order
    ? order.items.map((item) => <OrderLine key={item.id} line={shownOrderLine(item)} />)
    : lines.items.map((item) => {
        const problem = problems.get(item.id);
        const max = quote?.lines.find(({ variantId }) => variantId === item.variantId);
        return (
          <OrderLine
            key={item.id}
            line={shownCartLine(item, quote)}
            below={
              problem ? (
                <Suspense fallback={null}>
                  <LineNotice
                    item={item}
                    problem={problem}
                    onQuantity={(quantity) => lines.setQuantity(item, quantity)}
                    onRemove={() => lines.remove(item)}
                    onAcceptPrice={(price) => lines.acceptPrice(item, price, max?.maxQuantity ?? 1)}
                  />
                </Suspense>
              ) : undefined
            }
          />
        );
      });
  return (
    <OrderSummary
      amounts={order ?? quote ?? null}
      isFinal={order !== null || quote?.estimated === false}
      place={order ? order.shippingAddress : draft.shipping}
      isUpdating={quoting.isUpdating}
      count={count}
      isOpen={step === "payment" || isBlocked}
      lines={isReady ? shown : <ComingLine />}
      promo={
        <PromoField lines={buyable} refusal={order ? null : (quote?.discountMessage ?? null)} />
      }
      note={<SummaryNote quote={quote} order={order} quoting={quoting} />}
    />
  );
}

/** A placeholder for the first line until the browser has read the cart. */
function ComingLine() {
  return (
    <li className="grid grid-cols-[4rem_1fr] gap-4 py-3">
      <span className="sr-only">Loading your cart</span>
      <Skeleton className="aspect-4/5 bg-line" />
      <Skeleton className="h-4 w-2/3 bg-line" />
    </li>
  );
}
