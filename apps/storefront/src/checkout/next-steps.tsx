import type { OrderWithItems } from "@vetrina/contract/orders";
import { Link } from "react-router";
import { useStore } from "../lib/store.ts";
import { dayRange } from "./dates.ts";

/** What happens to a paid order from here on. */
export function NextSteps({ order }: { order: OrderWithItems }) {
  const { locale, shipping, returnDays } = useStore();
  const steps = [
    ...(shipping ? [packedWithin(shipping.processingDays)] : []),
    "When the parcel leaves, the order's status changes to Shipped. You find it with the order number and your email.",
    ...(order.delivery ? [`It arrives ${dayRange(order.delivery, locale)}.`] : []),
    `You can send it back within ${returnDays} days of delivery.`,
  ];
  return (
    <section aria-labelledby="next-title" className="print:hidden">
      <h2 id="next-title" className="display mb-4 text-h3">
        What happens next
      </h2>
      <ol className="grid max-w-measure gap-3">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.5rem_1fr]">
            <span aria-hidden="true" className="text-graphite tabular-nums">
              {index + 1}
            </span>
            <span suppressHydrationWarning>{step}</span>
          </li>
        ))}
      </ol>
      <p className="mt-6 max-w-measure">
        With an account for your email you find this order, and those to come, in one place:{" "}
        <Link to="/account" className="text-link text-ink">
          Your account
        </Link>
        .
      </p>
    </section>
  );
}

function packedWithin({ min, max }: { min: number; max: number }): string {
  const days = min === max ? `${min}` : `${min} to ${max}`;
  return `We pack your pieces within ${days} business ${max === 1 ? "day" : "days"}.`;
}
