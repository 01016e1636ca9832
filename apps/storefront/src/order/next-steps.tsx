import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { Link } from "react-router";
import { useSignedIn } from "../lib/account-session.ts";
import { useStore } from "../lib/store.ts";
import { placeWords } from "./place-words.ts";
import { arrivalText, dayRange } from "../lib/dates.ts";

/** Explains to the buyer the next steps of a paid order. */
export function NextSteps({ order }: { order: OrderWithItems }) {
  const { locale, shipping, returnDays } = useStore();
  const isSignedIn = useSignedIn();
  const { delivery, pickup } = order;
  const within = returnDays === 1 ? "1 day" : `${returnDays} days`;
  const returns = (from: string) =>
    returnDays > 0 ? [`You can return it within ${within} of ${from}.`] : [];
  const steps = pickup
    ? [
        ...(delivery ? [`${arrivalText(delivery, pickup, locale)}.`] : []),
        `Pick it up at ${placeWords(pickup)}. Bring your order number.`,
        ...returns("pickup"),
      ]
    : [
        // A delivery date already includes the processing days.
        ...(shipping && delivery === null ? [packedWithin(shipping.processingDays)] : []),
        "We'll email you when your order ships. The link in your confirmation email always shows its status.",
        ...(delivery ? [`Your order arrives ${dayRange(delivery, locale)}.`] : []),
        ...returns("delivery"),
      ];
  return (
    <section aria-labelledby="next-title" className="print:hidden">
      <h2 id="next-title" className="display mb-4 text-h3">
        What happens next
      </h2>
      {order.environment === "TEST" ? (
        <p className="mb-3 max-w-measure">After a real order:</p>
      ) : null}
      <ol className="grid max-w-measure gap-3">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.5rem_1fr]">
            <span aria-hidden="true" className="text-graphite digits">
              {index + 1}
            </span>
            <span suppressHydrationWarning>{step}</span>
          </li>
        ))}
      </ol>
      {isSignedIn ? null : (
        <p className="mt-6 max-w-measure">
          With an account for this email, you see all your orders in one place:{" "}
          <Link to="/account" className="text-link text-ink">
            Your account
          </Link>
          .
        </p>
      )}
    </section>
  );
}

function packedWithin({ min, max }: { min: number; max: number }): string {
  const days = min === max ? `${min}` : `${min} to ${max}`;
  return `We pack your order within ${days} business ${max === 1 ? "day" : "days"}.`;
}
