import { storageKey } from "@vetrina/commerce/constants";
import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { Link } from "react-router";
import { CartDrawing } from "../cart/cart-drawing.tsx";
import { useCart } from "../cart/use-cart.ts";
import { useStore } from "../lib/store.ts";
import { useSession } from "../draft/session.ts";
import { RecordedOrders } from "../order/waiting/recorded-orders.tsx";
import { thankYouPath } from "../order/thank-you-path.ts";

/** Shown if there is nothing to buy. Offers next steps, including the last order that was paid in this tab. */
export default function EmptyCheckout({ isBuyNow }: { isBuyNow: boolean }) {
  const { slug } = useStore();
  const { count } = useCart();
  const lastOrder = useSession(storageKey(slug, "last-order"));
  const hasCart = isBuyNow && count > 0;
  return (
    <>
      <RecordedOrders />
      <EmptyState
        title={isBuyNow ? "There is nothing to pay here" : "Your cart is empty"}
        text={
          lastOrder
            ? "Your last order was placed. There is nothing left to pay."
            : hasCart
              ? "The item you chose isn't in this tab anymore. Your cart is unchanged."
              : "Start shopping to add items to your cart"
        }
        drawing={<CartDrawing />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {lastOrder ? (
              <Link to={thankYouPath(lastOrder)} className={buttonClass()}>
                See your order
              </Link>
            ) : null}
            {hasCart ? (
              <Link to="/checkout" className={buttonClass({ variant: "secondary" })}>
                Check out your cart
              </Link>
            ) : null}
            <Link
              to="/new-arrivals"
              className={buttonClass({ variant: lastOrder ? "secondary" : "primary" })}
            >
              Start shopping
            </Link>
          </div>
        }
      />
    </>
  );
}
