import type { Store } from "@vetrina/contract/stores";
import { Link } from "react-router";
import { useRoundMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";

/** The line above the header: when shipping is free, the currency, and a way to reach the store. */
export function AnnouncementBar() {
  const { shipping, currency } = useStore();
  const money = useRoundMoney();
  return (
    <aside aria-label="Announcement" className="bg-accent text-on-accent text-note">
      <div className="sheet flex min-h-target items-center justify-between gap-4">
        <p>{shipping && offerOf(shipping, money)}</p>
        <div className="flex items-center gap-4 sm:gap-6">
          <span>
            <span className="sr-only">Prices in </span>
            {currency}
          </span>
          <Link
            to="/contact-us"
            className="-me-3 flex min-h-target min-w-target items-center px-3 hover:underline focus-visible:outline-on-accent"
          >
            Contact
          </Link>
        </div>
      </div>
    </aside>
  );
}

function offerOf(
  { methodName, price, freeAbove }: NonNullable<Store["shipping"]>,
  money: (amount: number) => string,
): string {
  if (price === 0) return "Free shipping";
  return freeAbove === null
    ? `${methodName} shipping ${money(price)}`
    : `Free shipping on orders over ${money(freeAbove)}`;
}
