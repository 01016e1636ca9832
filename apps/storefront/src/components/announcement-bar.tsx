import { Link } from "react-router";
import { useRoundMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";

/** The line above the header: when shipping is free, the currency, and a way to reach the store. */
export function AnnouncementBar() {
  const { shipping, currency } = useStore();
  const money = useRoundMoney();
  const offer =
    shipping.freeAbove === null
      ? `${shipping.methodName} shipping ${money(shipping.price)}`
      : `Free shipping on orders over ${money(shipping.freeAbove)}`;
  return (
    <aside aria-label="Announcement" className="bg-accent text-on-accent text-note">
      <div className="sheet flex min-h-target items-center justify-between gap-4">
        <p>{offer}</p>
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
