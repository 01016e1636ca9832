import { storageKey } from "@vetrina/commerce/constants";
import type { OrderSummary } from "@vetrina/contract/orders";
import { formatMoney } from "@vetrina/commerce/money";
import { buttonClass } from "@vetrina/ui/button";
import { Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useSession } from "../draft/session.ts";
import { useSignedIn } from "../lib/account-session.ts";
import { useStore } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { longDate } from "../lib/dates.ts";
import { returnPath } from "./thank-you-path.ts";
import { OrderSteps } from "./order-steps.tsx";
import { statusLabels } from "./order-state.ts";
import { TestOrderNote } from "./test-order-note.tsx";

const OwnOrder = whenNeeded(() => import("./own-order.tsx"));

/** The status of an order: its steps, and what the look-up returns. Takes focus when it appears. */
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
      <OrderSteps order={order} />
      <TestOrderNote order={order} />
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0 border-t border-line py-3">
            <dt className="text-small text-graphite">{name}</dt>
            <dd suppressHydrationWarning className="digits">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <OrderDetails order={order} />
    </section>
  );
}

const returnable = new Set<OrderSummary["status"]>(["PAID", "FULFILLED", "COMPLETED"]);

/**
 * Items and dates are shown only in the browser that ordered and to the customer. Number and email alone don't give
 * access.
 */
function OrderDetails({ order }: { order: OrderSummary }) {
  const { slug } = useStore();
  const isSignedIn = useSignedIn();
  const isOwn = useSession(storageKey(slug, "last-order")) === order.id;
  const link = buttonClass({ variant: "secondary" });
  return (
    <>
      {isOwn ? (
        <Suspense fallback={null}>
          <OwnOrder id={order.id} />
        </Suspense>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {returnable.has(order.status) ? (
          <Link to={returnPath(order.orderNumber)} className={link}>
            Return an item
          </Link>
        ) : null}
        {isSignedIn && !isOwn ? (
          <Link to={`/account/orders/${order.id}`} className={link}>
            See the items in your account
          </Link>
        ) : null}
      </div>
      {isOwn || isSignedIn ? null : (
        <p className="mt-4 text-small text-graphite">
          The items and the delivery date are in your confirmation email.
        </p>
      )}
    </>
  );
}
