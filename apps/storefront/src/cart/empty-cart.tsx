import { buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { Skeleton } from "@vetrina/ui/skeleton";
import { UndoLine } from "@vetrina/ui/undo-line";
import { Link } from "react-router";
import { useCart } from "./use-cart.ts";
import { useStore } from "../lib/store.ts";
import { CartDrawing } from "./cart-drawing.tsx";
import { undoRemoval } from "./clear-cart.ts";
import { focusAfter, lineControl } from "./cart-focus.ts";

/** Shown if the cart is empty. Offers Undo for what was just removed. */
export function EmptyCart() {
  const { close } = useCart();
  return (
    <div className="sheet">
      <Undo />
      <EmptyState
        title="Your cart is empty"
        text="Start shopping to add items to your cart"
        drawing={<CartDrawing />}
        action={
          <Link to="/new-arrivals" onClick={close} className={buttonClass()}>
            Start shopping
          </Link>
        }
      />
    </div>
  );
}

/** A placeholder until the cart has been read from storage. */
export function LoadingCart() {
  return (
    <div className="grid gap-4 py-4">
      <span className="sr-only">Loading your cart</span>
      {[1, 2].map((row) => (
        <div key={row} className="grid grid-cols-[6rem_1fr] gap-4">
          <Skeleton className="aspect-4/5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      ))}
    </div>
  );
}

/** Offers Undo until the cart changes again or is closed, even after the toast has disappeared. */
export function Undo() {
  const { slug } = useStore();
  const { removed } = useCart();
  const [first, second] = removed?.items ?? [];
  if (!removed || !first) return null;
  return (
    <div className="mt-7">
      <UndoLine
        removed={removed}
        text={second ? "Cart cleared" : `${first.name} removed`}
        onUndo={(button) => focusAfter(button, () => undoRemoval(slug), lineControl(first.id))}
      />
    </div>
  );
}
