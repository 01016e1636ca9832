import { storageKey } from "@vetrina/commerce/constants";
import type { OrderSummary } from "@vetrina/contract/orders/orders";
import { formatMoney } from "@vetrina/commerce/money";
import { canBeReturned, hasEnded, orderSteps } from "@vetrina/commerce/orders/order-steps";
import { buttonClass } from "@vetrina/ui/button";
import { Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useSession } from "../draft/session.ts";
import { useSignedIn } from "../lib/account-session.ts";
import { useIsAlive } from "../lib/use-is-alive.ts";
import { useStore } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { resumePath, returnPath } from "../order/thank-you-path.ts";
import { unpaidOrders } from "../order/unpaid-orders.ts";
import { type PageWords, PageWordsContext, usePageWords } from "./page-words.ts";
import { ParcelSummaries } from "./parcels.tsx";
import { Steps } from "./steps.tsx";
import { fill } from "./words/fill.ts";

const OwnOrder = whenNeeded(() => import("../order/own-order.tsx"));

/**
 * The status of an order that was looked up: its steps, parcels and the other data of the lookup. Takes focus when it
 * appears.
 */
export default function TrackedOrder({ order, page }: { order: OrderSummary; page: PageWords }) {
  const { words, language } = page;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { isPickup, shipments, isBeingPaid, expiresAt } = order;
  const facts = [
    [words.email, order.customer.email],
    [words.orderDate, <ShopperTime key="at" at={order.date} locale={language} />],
    [words.total, formatMoney(order.total, order.currency, language)],
    ...(expiresAt === null || isBeingPaid
      ? []
      : [[words.heldUntil, <ShopperTime key="until" at={expiresAt} locale={language} />] as const]),
  ] as const;
  return (
    <PageWordsContext value={page}>
      <section aria-labelledby="tracked-title" className="min-w-0 bg-tissue p-4 lg:p-8">
        <h2 id="tracked-title" ref={heading} tabIndex={-1} className="display text-h3 outline-none">
          {fill(words.title, { number: order.orderNumber })}
        </h2>
        {order.environment === "TEST" ? (
          <p className="mt-4 border border-amber px-4 py-3 font-medium text-amber">
            {words.testOrder}
          </p>
        ) : null}
        {order.status === "PENDING" ? <Unpaid order={order} /> : null}
        <Steps steps={orderSteps(order)} />
        {shipments.length === 0 ? null : (
          <ParcelSummaries parcels={shipments} isPickup={isPickup} />
        )}
        <dl className="mt-6 grid gap-x-8 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0 border-t border-line py-3">
              <dt className="text-small text-graphite">{name}</dt>
              <dd suppressHydrationWarning className="wrap-anywhere digits">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <OrderDetails order={order} />
      </section>
    </PageWordsContext>
  );
}

/** Says that the payment is missing or being processed. In the browser that placed the order, links to the payment. */
function Unpaid({ order: { id, isBeingPaid, expiresAt } }: { order: OrderSummary }) {
  const { words } = usePageWords();
  const { slug } = useStore();
  const isPlacedHere = useIsAlive() && unpaidOrders(slug).includes(id);
  return (
    <div className="mt-4 grid justify-items-start gap-4 border border-line bg-paper p-4">
      <p className="font-medium">{isBeingPaid ? words.processing : words.notConfirmed}</p>
      {isBeingPaid || expiresAt === null ? null : isPlacedHere ? (
        <Link to={resumePath(id)} className={buttonClass()}>
          {words.pay}
        </Link>
      ) : (
        <p>{words.payThere}</p>
      )}
    </div>
  );
}

/**
 * If this is the last order placed and paid in this tab, shows its items and dates and a link to it. Otherwise, only a
 * signed-in user gets a link, because number and email alone don't give access to items and dates.
 */
function OrderDetails({ order }: { order: OrderSummary }) {
  const { words } = usePageWords();
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
        {canBeReturned(order) ? (
          <Link to={returnPath(order.orderNumber)} className={link}>
            {words.returnItem}
          </Link>
        ) : null}
        {isOwn ? (
          <Link to={`/order?${new URLSearchParams({ id: order.id })}`} className={link}>
            {words.seeOrder}
          </Link>
        ) : null}
        {isSignedIn && !isOwn ? (
          <Link to={`/account/orders/${order.id}`} className={link}>
            {words.inAccount}
          </Link>
        ) : null}
      </div>
      {isOwn || isSignedIn || order.paidAt === null || hasEnded(order) ? null : (
        <p className="mt-4 text-small text-graphite">{words.inMail}</p>
      )}
    </>
  );
}
