import { formatMoney } from "@vetrina/commerce/money";
import type { Order } from "@vetrina/contract/orders/orders";
import { buttonClass } from "@vetrina/ui/button";
import { Link } from "react-router";
import { useStore } from "../../lib/store.ts";
import { differenceWords } from "./difference-words.ts";

type Props = {
  order: Pick<Order, "id" | "currency" | "openChange">;
  /** The language of the page's text, as a BCP 47 tag. */
  language: string;
};

/** Shown above an order with a change that is waiting for payment: its cost, its deadline, and a link to pay. */
// Loaded lazily (a default export), because few orders need it.
export default function PayDifference({ order, language }: Props) {
  const { locale } = useStore();
  const change = order.openChange;
  if (change === null) return null;
  const words = differenceWords(language);
  const amount = formatMoney(change.due, order.currency, locale);
  return (
    <section
      aria-labelledby="difference-title"
      className="grid justify-items-start gap-4 bg-tissue p-4 lg:p-6"
    >
      <h2 id="difference-title" className="text-lead font-semibold">
        {words.title}
      </h2>
      {/* The server's and the browser's date formats and time zones may differ. */}
      <p suppressHydrationWarning className="max-w-measure">
        {words.text(amount, timeOf(change.expiresAt, language))}
      </p>
      <Link to={`/checkout?order=${order.id}`} className={buttonClass()}>
        {words.pay(amount)}
      </Link>
    </section>
  );
}

/** Formats a time in the reader's time zone. */
function timeOf(at: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });
  return format.format(new Date(at));
}
