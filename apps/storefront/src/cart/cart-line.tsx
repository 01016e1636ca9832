import { productPath } from "@vetrina/commerce/shop-paths";
import { type CartItem, lineMaximum } from "@vetrina/commerce/cart";
import { toMajor, toMinor } from "@vetrina/commerce/money";
import { Price } from "@vetrina/ui/price";
import { QuantityStepper } from "@vetrina/ui/quantity-stepper";
import { Link } from "react-router";
import { useCart } from "./use-cart.ts";
import { useMoney } from "../lib/money.ts";
import { addressedPicture, Picture } from "../lib/pictures/picture.tsx";
import { useStore } from "../lib/store.ts";
import { focusAfter, lineControl } from "./cart-focus.ts";

type CartLineProps = {
  item: CartItem;
  /** Whether the line can no longer be bought. If so, it is shown, but not included in the totals. */
  gone: boolean;
  /** A message about a change to the line since it was added. */
  note?: string | undefined;
  onDismiss: () => void;
};

/** A line of the cart: product, quantity, price, and a button to remove it. */
export function CartLine({ item, gone, note, onDismiss }: CartLineProps) {
  const { update, remove, refuseQuantity, close } = useCart();
  const { currency } = useStore();
  const money = useMoney();
  const times = (major: number) => toMajor(toMinor(major, currency) * item.quantity, currency);
  const reduced = item.originalPrice && item.originalPrice > item.price ? item.originalPrice : null;
  const details = [item.color, item.size].filter(Boolean).join(" / ");
  return (
    <li data-line={item.id} className="grid grid-cols-[6rem_1fr] gap-4 border-b border-line py-4">
      <div className={`aspect-4/5 bg-tissue ${gone ? "opacity-50" : ""}`}>
        <Picture
          image={addressedPicture(item.image)}
          sizes="6rem"
          className="size-full object-cover"
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1 text-small">
        <div className="flex items-start justify-between gap-3">
          <p className="font-medium">
            {item.link ? (
              <Link
                to={productPath(item.link)}
                onClick={close}
                className="underline-offset-4 hover:underline"
              >
                {item.name}
              </Link>
            ) : (
              item.name
            )}
          </p>
          {gone ? null : (
            <Price
              now={money(times(item.price))}
              was={reduced === null ? null : money(times(reduced))}
              className="shrink-0 justify-end"
            />
          )}
        </div>
        {details ? <p className="text-graphite">{details}</p> : null}
        {gone ? <p className="font-medium text-pin">No longer available</p> : null}
        {note && !gone ? (
          <p className="flex items-center justify-between gap-2 bg-tissue ps-3 text-amber">
            {note}
            <button
              type="button"
              onClick={(event) => focusAfter(event.currentTarget, onDismiss, lineControl(item.id))}
              className="min-h-target min-w-target shrink-0 px-3 font-medium text-ink underline underline-offset-4"
            >
              OK
            </button>
          </p>
        ) : null}
        <div className="mt-auto flex flex-wrap items-start justify-between gap-x-3 pt-2">
          {gone ? (
            <span />
          ) : (
            <QuantityStepper
              label={`Quantity of ${item.name}`}
              value={item.quantity}
              max={lineMaximum(item)}
              onChange={(quantity) => update(item, quantity)}
              onRefuse={() => refuseQuantity(lineMaximum(item))}
            />
          )}
          <button
            type="button"
            data-remove=""
            onClick={() => remove(item)}
            className="text-link -me-2 min-h-target px-2"
          >
            Remove<span className="sr-only"> {item.name}</span>
          </button>
        </div>
      </div>
    </li>
  );
}
