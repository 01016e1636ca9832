import type { OrderSummary } from "@vetrina/contract/orders";
import { classNames } from "@vetrina/ui/class-names";
import { formatMoney } from "@vetrina/commerce/money";
import { useEffect, useRef } from "react";
import { useStore } from "../lib/store.ts";
import { longDate } from "../lib/dates.ts";
import { statusLabels, stepsDone, trackingSteps } from "./order-state.ts";
import { TestOrderNote } from "./test-order-note.tsx";

/** The state of an order: its steps, and the result of the lookup. Takes focus when it appears. */
export function TrackedOrder({ order }: { order: OrderSummary }) {
  const { locale } = useStore();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const facts = [
    ["Order number", order.orderNumber],
    ["Email", order.customer.email],
    ["Date", longDate(order.date, locale)],
    ["Status", statusLabels[order.status]],
    ["Total", formatMoney(order.total, order.currency, locale)],
  ] as const;
  return (
    <section aria-labelledby="tracked-title" className="bg-tissue p-4 lg:p-8">
      <h2 id="tracked-title" ref={heading} tabIndex={-1} className="display text-h3 outline-none">
        Order {order.orderNumber}
      </h2>
      <Steps status={order.status} />
      <TestOrderNote order={order} />
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0 border-t border-line py-3">
            <dt className="text-small text-graphite">{name}</dt>
            <dd suppressHydrationWarning className="tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Steps({ status }: { status: OrderSummary["status"] }) {
  const done = stepsDone(status);
  if (done === null)
    return <p className="my-6 text-lead font-semibold text-pin">{statusLabels[status]}</p>;
  return (
    <ol aria-label="Steps of your order" className="my-6 grid grid-cols-4 gap-1">
      {trackingSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index + 1 === done ? "step" : undefined}
          className={classNames(
            "border-t-4 pt-2 text-small",
            index < done ? "border-ink font-semibold" : "border-edge/40 text-graphite",
          )}
        >
          {step}
          <span className="sr-only">{index < done ? ", done" : ", not yet"}</span>
        </li>
      ))}
    </ol>
  );
}
