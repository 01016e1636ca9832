import { canBeReturned, lastRefundAt, orderSteps } from "@vetrina/commerce/orders/order-steps";
import { buttonClass } from "@vetrina/ui/button";
import { Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { dayRange } from "../lib/dates.ts";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { whenNeeded } from "../lib/when-needed.ts";
import { fill } from "./words/fill.ts";
import { resumePath, returnPath } from "../order/thank-you-path.ts";
import { Changes } from "./changes.tsx";
import { Details } from "./details.tsx";
import { Documents } from "./documents.tsx";
import { Items } from "./items.tsx";
import { Money } from "./money.tsx";
import { PageWordsContext, type PageWords, usePageWords } from "./page-words.ts";
import { Parcels } from "./parcels.tsx";
import type { OrderPageData } from "./read-order-page.ts";
import { Steps } from "./steps.tsx";

const PayDifference = whenNeeded(() => import("../order/difference/pay-difference.tsx"));

type Props = {
  data: OrderPageData;
  page: PageWords;
  /** Whether the page has its own h1. The order's heading is then an h2. */
  isSection?: boolean;
  /** Reads the order again after the buyer changed it. */
  onChanged: () => void;
};

/**
 * An order as its buyer sees it: its steps, parcels, items and amounts, its documents, and the changes that are
 * possible.
 */
export function OrderView({ data, page, isSection = false, onChanged }: Props) {
  const heading = useFocusOnceCanceled(data.order.canceledAt);
  const { order, shipments, documents } = data;
  const { words, language } = page;
  const stepped = {
    ...order,
    isPickup: order.pickup !== null,
    refundedAt: lastRefundAt(order.refunds),
    shipments,
  };
  const Heading = isSection ? "h2" : "h1";
  return (
    <PageWordsContext value={page}>
      <div className="grid gap-10">
        <div>
          <Heading
            ref={heading}
            aria-describedby={canceledTextId}
            tabIndex={-1}
            className={`display outline-none ${isSection ? "text-h3" : "text-h1"}`}
          >
            {fill(words.title, { number: order.orderNumber })}
          </Heading>
          <Notices data={data} />
          <Steps steps={orderSteps(stepped)} />
          {order.delivery && order.canceledAt === null && order.deliveredAt === null ? (
            <p className="mt-4 text-lead font-medium" suppressHydrationWarning>
              {fill(order.pickup ? words.readyOn : words.arrives, {
                days: dayRange(order.delivery, language),
              })}
            </p>
          ) : null}
        </div>
        {order.openChange === null ? null : (
          <Suspense fallback={null}>
            <PayDifference order={order} language={language} />
          </Suspense>
        )}
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_26rem] lg:items-start">
          <div className="grid min-w-0 gap-10">
            <Parcels order={order} shipments={shipments} />
            <Items order={order} shipments={shipments} onChanged={onChanged} />
            <Changes order={order} onChanged={onChanged} />
          </div>
          <div className="grid min-w-0 gap-10">
            <Money order={order} />
            <Details order={order} />
            <Documents order={order} documents={documents} />
            {canBeReturned(stepped) ? (
              <Link
                to={returnPath(order.orderNumber)}
                className={`${buttonClass({ variant: "secondary" })} justify-self-start print:hidden`}
              >
                {words.returnItem}
              </Link>
            ) : null}
          </div>
        </div>
      </div>
    </PageWordsContext>
  );
}

/** The id of the text that describes the heading to screen readers once the order is canceled. */
const canceledTextId = "canceled-order";

/** Moves focus to the heading once the order is canceled, because the button that canceled it is gone. */
function useFocusOnceCanceled(canceledAt: string | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(canceledAt);
  useEffect(() => {
    if (before.current === null && canceledAt !== null) heading.current?.focus();
    before.current = canceledAt;
  }, [canceledAt]);
  return heading;
}

function Notices({ data: { order } }: { data: OrderPageData }) {
  const { words, language } = usePageWords();
  const isPending = order.status === "PENDING";
  const isProcessing = order.paymentState === "PROCESSING";
  return (
    <>
      {order.environment === "TEST" ? (
        <p className="mt-4 border border-amber px-4 py-3 font-medium text-amber">
          {words.testOrder}
        </p>
      ) : null}
      {isPending ? (
        <div className="mt-4 grid justify-items-start gap-4 border border-line bg-tissue p-4">
          <p>{isProcessing ? words.processing : words.unpaid}</p>
          {isProcessing || order.expiresAt === null ? null : (
            <p>
              {words.heldUntil}: <ShopperTime at={order.expiresAt} locale={language} />
            </p>
          )}
          {isProcessing ? null : (
            <Link to={resumePath(order.id)} className={`${buttonClass()} print:hidden`}>
              {words.pay}
            </Link>
          )}
        </div>
      ) : null}
      {order.canceledAt === null ? null : (
        <p id={canceledTextId} className="mt-4 font-medium">
          {order.paidAt === null && order.payments.length === 0
            ? words.canceledUnpaid
            : words.canceledText}
        </p>
      )}
    </>
  );
}
