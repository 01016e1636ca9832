import { Link } from "react-router";
import { freeShippingWords } from "../lib/free-shipping-words.ts";
import { useRoundMoney } from "../lib/money.ts";
import { type Shop, useStore } from "../lib/store.ts";

/** The bar above the header: what shipping costs, the currency, and a contact link. */
export function AnnouncementBar() {
  const store = useStore();
  const { currency } = store;
  const money = useRoundMoney();
  return (
    <aside aria-label="Announcement" className="bg-accent text-on-accent text-note">
      <div className="sheet flex min-h-target items-center justify-between gap-4">
        <p>{offerOf(store, money)}</p>
        <div className="flex items-center gap-4 sm:gap-6">
          <span>
            <span className="sr-only">Prices in </span>
            {currency}
          </span>
          <Link to="/contact-us" className="announcement-link">
            Contact
          </Link>
        </div>
      </div>
    </aside>
  );
}

function offerOf(store: Shop, money: (amount: number) => string): string | null {
  if (store.shipping === null) return null;
  const { methodName, price } = store.shipping;
  if (price === 0) return "Free shipping";
  return freeShippingWords(store, money) ?? `${methodName} shipping ${money(price)}`;
}
