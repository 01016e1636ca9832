import { countItems } from "@vetrina/commerce/cart";
import { Button } from "@vetrina/ui/button";
import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useBag } from "../lib/use-bag.ts";
import { useMoney } from "../lib/money.ts";
import { EmptyBag, Undo } from "./bag-empty.tsx";
import { focusAfter, startShopping } from "./bag-focus.ts";
import { BagLine } from "./bag-line.tsx";
import { BagSummary, FreeShippingHint } from "./bag-summary.tsx";
import { CartOptions } from "./cart-options.tsx";
import { itemCount } from "../lib/item-count.ts";

type Bag = ReturnType<typeof useBag>;

/** The cart's content, in the drawer over a page or as the page /cart. Needs QueryScope. */
export function BagView({ place }: { place: "drawer" | "cart" }) {
  const bag = useBag();
  const { cart } = bag;
  if (cart.items.length === 0) return <EmptyBag />;
  return place === "drawer" ? <DrawerBag bag={bag} /> : <PageBag bag={bag} />;
}

function DrawerBag({ bag }: { bag: Bag }) {
  const { close } = bag.cart;
  const options = useRef<HTMLDivElement>(null);
  useKeptInView(options);
  return (
    <>
      <div className="grow px-gutter pt-4">
        <FreeShippingHint sums={bag.sums} />
        <Lines bag={bag} />
        <div ref={options} className="scroll-mt-20">
          <Options bag={bag} />
        </div>
      </div>
      <div className="border-t border-line bg-paper px-gutter py-4 tall:sticky tall:bottom-0">
        <Summary bag={bag} place="drawer" />
        <Button variant="quiet" className="mt-1 w-full" onClick={close}>
          Continue Shopping
        </Button>
      </div>
    </>
  );
}

/** The sums stand over the drawer's end: what grows under somebody's hands, an error for instance, moves above them. */
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

function PageBag({ bag }: { bag: Bag }) {
  return (
    <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_24rem] lg:items-start">
      <Lines bag={bag} />
      <div className="grid gap-4 lg:sticky lg:top-24 lg:bg-tissue lg:p-6">
        <FreeShippingHint sums={bag.sums} />
        <Options bag={bag} />
        <Summary bag={bag} place="cart" />
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

/** Between the lines and the sums, which it changes. */
function Options({ bag: { lines, quote } }: { bag: Bag }) {
  if (lines.length === 0) return null;
  return (
    <div className="py-4 first:pt-0">
      <CartOptions lines={lines} quote={quote} />
    </div>
  );
}

function Summary({ bag, place }: { bag: Bag; place: "drawer" | "cart" }) {
  const { lines, sums, quote, isUpdating, failed, retry, cart } = bag;
  const money = useMoney();
  const count = countItems(lines);
  return (
    <>
      <BagSummary
        {...{ lines, sums, quote, isUpdating, failed, place }}
        onRetry={() => void retry()}
        onLeave={cart.close}
      />
      <output className="sr-only">
        {itemCount(count)}, total {money(sums.total)}
      </output>
    </>
  );
}

function Lines({ bag }: { bag: Bag }) {
  const { cart, notes, dismiss, isGone } = bag;
  return (
    <div>
      <Undo />
      <ul aria-label="In your cart">
        {cart.items.map((item) => (
          <BagLine
            key={item.id}
            item={item}
            gone={isGone(item)}
            note={notes[item.id]}
            onDismiss={() => dismiss(item.id)}
          />
        ))}
      </ul>
      {cart.items.length > 1 ? (
        <Button
          variant="quiet"
          className="mt-2 text-small"
          onClick={(event) => focusAfter(event.currentTarget, cart.clear, startShopping)}
        >
          Clear cart
        </Button>
      ) : null}
    </div>
  );
}
