import { Button } from "@vetrina/ui/button";
import { classNames } from "@vetrina/ui/class-names";
import { QuantityStepper } from "@vetrina/ui/quantity-stepper";
import { type RefObject, useLayoutEffect } from "react";
import type { Purchase } from "./use-purchase.ts";

/** The quantity field and the buttons Add to Cart and Buy Now. */
export function BuyButtons({
  name,
  purchase,
  addRef,
}: {
  name: string;
  purchase: Purchase;
  /** The element around the main Add button. Once it is scrolled out of view, the sticky bar appears. */
  addRef: RefObject<HTMLDivElement | null>;
}) {
  const { quantity, maximum, available, inCart, openCart, buyNow } = purchase;
  // A quantity typed before hydration exists only in the document, so it is read from there.
  useLayoutEffect(() => {
    const typed = Number(addRef.current?.parentElement?.querySelector("input")?.value);
    if (Number.isInteger(typed) && typed > 1) purchase.setQuantity(typed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="grid gap-3">
      <div className="flex gap-3">
        {available ? (
          <QuantityStepper
            label={`Quantity of ${name}`}
            value={quantity}
            max={maximum}
            onChange={purchase.setQuantity}
            onRefuse={purchase.refuseQuantity}
            tall
            className="shrink-0 noscript:hidden"
          />
        ) : null}
        <div ref={addRef} className="grow">
          <AddButton purchase={purchase} className="w-full" />
        </div>
      </div>
      <noscript>
        <p className="bg-tissue p-4 text-small">
          The cart needs JavaScript. Turn it on in your browser to buy this item.
        </p>
      </noscript>
      <Button
        variant="secondary"
        size="cta"
        data-replay=""
        disabled={!available}
        onClick={() => void buyNow()}
        className="noscript:hidden"
      >
        Buy Now
      </Button>
      {inCart > 0 ? (
        <p className="text-small text-graphite">
          {inCart} in your cart.{" "}
          <button
            type="button"
            onClick={openCart}
            className="text-link min-h-target font-medium text-ink"
          >
            View cart
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** The Add to Cart button. Its label also says that the item was added to the cart or is out of stock. */
export function AddButton({ purchase, className }: { purchase: Purchase; className?: string }) {
  const { available, adding, added, add } = purchase;
  return (
    <>
      <Button
        size="cta"
        data-replay=""
        disabled={!available}
        busy={adding}
        busyText="Adding..."
        onClick={add}
        className={classNames(className, "noscript:hidden")}
      >
        {available ? (added ? "Added to Cart" : "Add to Cart") : "Out of Stock"}
      </Button>
      <output className="sr-only">{adding ? "Adding..." : added ? "Added to Cart" : ""}</output>
    </>
  );
}
