import { countItems } from "@vetrina/commerce/cart";
import { Button } from "@vetrina/ui/button";
import { type RefObject, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useCart } from "./use-cart.ts";
import { useQuotedCart } from "./use-quoted-cart.ts";
import { useMoney } from "../lib/money.ts";
import { EmptyCart, Undo } from "./empty-cart.tsx";
import { ExpressPayment } from "./express-payment.tsx";
import { CartLine } from "./cart-line.tsx";
import { CartSums, CartTotal, CheckoutLink, FreeShippingHint } from "./cart-summary.tsx";
import { CartOptions } from "./cart-options.tsx";
import { clearCart } from "./clear-cart.ts";
import { useUnpaidOrders } from "../order/use-unpaid-orders.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { itemCount } from "../lib/item-count.ts";
import { useStore } from "../lib/store.ts";

const PaymentNotice = whenNeeded(() => import("../order/payment-notice.tsx"));
const WaitingNotice = whenNeeded(() => import("../order/waiting/waiting-notice.tsx"));

type QuotedCart = ReturnType<typeof useQuotedCart>;

/** The cart's content, in the drawer or on the page /cart. Needs QueryScope. */
export function CartView({ place }: { place: "drawer" | "cart" }) {
  const { items, isOpen } = useCart();
  const { holding, ...unpaid } = useUnpaidOrders(items, place === "drawer" && !isOpen);
  const quoted = useQuotedCart(holding);
  const Cart = place === "drawer" ? DrawerCart : PageCart;
  return (
    <>
      <div className={place === "drawer" ? "px-gutter" : undefined}>
        {unpaid.beingPaid || unpaid.paid.length > 0 ? (
          <Suspense fallback={null}>
            <PaymentNotice {...unpaid} />
          </Suspense>
        ) : null}
        {unpaid.waiting.length > 0 ? (
          <div className={place === "drawer" ? "pt-4" : "mb-4"}>
            <Suspense fallback={null}>
              <WaitingNotice orders={unpaid.waiting} onFollow={quoted.cart.close} />
            </Suspense>
          </div>
        ) : null}
      </div>
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <Cart
          // An order that is being paid holds the units of its lines, so the quote may say that they are sold out. The
          // lines are shown as available anyway.
          quoted={unpaid.beingPaid === null ? quoted : { ...quoted, isGone: () => false }}
          isBeingPaid={unpaid.beingPaid !== null}
        />
      )}
    </>
  );
}

type CartProps = {
  quoted: QuotedCart;
  /** Whether an order for some of the lines is being paid, so they can't be paid again. */
  isBeingPaid: boolean;
};

function DrawerCart({ quoted, isBeingPaid }: CartProps) {
  const { close } = quoted.cart;
  const options = useRef<HTMLDivElement>(null);
  useKeptInView(options);
  return (
    <>
      <div className="grow px-gutter pt-4">
        {isBeingPaid ? null : <FreeShippingHint sums={quoted.sums} />}
        <Lines quoted={quoted} />
        <div ref={options} className="scroll-mt-20 pt-4">
          {isBeingPaid ? null : <Options quoted={quoted} />}
        </div>
        {isBeingPaid ? null : <CartSums {...quoted} />}
        <Button variant="quiet" className="mt-1 w-full" onClick={close}>
          Continue Shopping
        </Button>
      </div>
      {/* Keeps the payment and checkout buttons in view. */}
      <div className="cart-foot sticky bottom-0 grid gap-3 bg-paper px-gutter pb-4">
        <Payment quoted={quoted} place="drawer" isBeingPaid={isBeingPaid} />
      </div>
    </>
  );
}

/**
 * While the focus is inside the element, scrolls to it whenever its size changes. Otherwise, what appears in it, such
 * as an error, could be hidden behind the payment buttons.
 */
function useKeptInView(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.contains(document.activeElement)) element.scrollIntoView({ block: "start" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
}

function PageCart({ quoted, isBeingPaid }: CartProps) {
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_24rem] lg:items-start">
      <Lines quoted={quoted} />
      <div className="grid gap-4 lg:sticky lg:top-24 lg:bg-tissue lg:p-6">
        {isBeingPaid ? null : (
          <>
            <FreeShippingHint sums={quoted.sums} />
            <Options quoted={quoted} />
            <CartSums {...quoted} />
          </>
        )}
        <Payment quoted={quoted} place="cart" isBeingPaid={isBeingPaid} />
        <Link
          to="/collection"
          className="text-link flex min-h-target items-center justify-center font-medium"
        >
          Continue Shopping
        </Link>
      </div>
    </div>
  );
}

/** The country and discount code, placed between the lines and the totals that they change. */
function Options({ quoted: { lines, quote } }: { quoted: QuotedCart }) {
  if (lines.length === 0) return null;
  return (
    <div className="py-4 first:pt-0">
      <CartOptions lines={lines} quote={quote} />
    </div>
  );
}

function Payment({ quoted, isBeingPaid, place }: CartProps & { place: "drawer" | "cart" }) {
  const { lines, sums, quote, retry, cart } = quoted;
  const money = useMoney();
  const count = countItems(lines);
  const toCheckout = <CheckoutLink lines={lines} sums={sums} onFollow={cart.close} />;
  if (isBeingPaid) return toCheckout;
  return (
    <>
      <CartTotal {...quoted} onRetry={() => void retry()} />
      {lines.length === 0 ? null : (
        <div className="grid gap-2">
          <ExpressPayment items={lines} sums={sums} quote={quote} place={place} />
        </div>
      )}
      {toCheckout}
      <output className="sr-only">
        {itemCount(count)}, total {money(sums.total)}
      </output>
    </>
  );
}

function Lines({ quoted }: { quoted: QuotedCart }) {
  const { slug } = useStore();
  const { cart, notes, dismiss, isGone } = quoted;
  return (
    <div>
      <Undo />
      <ul aria-label="In your cart">
        {cart.items.map((item) => (
          <CartLine
            key={item.id}
            item={item}
            gone={isGone(item)}
            note={notes[item.id]}
            onDismiss={() => dismiss(item.id)}
          />
        ))}
      </ul>
      {cart.items.length > 1 ? (
        <Button variant="quiet" className="mt-2 text-small" onClick={() => clearCart(slug)}>
          Clear cart
        </Button>
      ) : null}
    </div>
  );
}
