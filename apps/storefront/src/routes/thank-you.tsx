import type { Client } from "@vetrina/client/types";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { PaymentResult } from "@vetrina/contract/orders/payments";
import { buttonClass } from "@vetrina/ui/button";
import { useEffect } from "react";
import { data, Link } from "react-router";
import { concludeOrder } from "../order/unpaid-orders.ts";
import { NextSteps } from "../order/next-steps.tsx";
import { OrderActions } from "../order/order-actions.tsx";
import { OrderReceipt } from "../order/order-receipt.tsx";
import { orderState, stateTexts } from "../order/order-state.ts";
import "../order/print.css";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { revealClasses } from "../lib/reveal.ts";
import { orderIdOf } from "../order/thank-you-path.ts";
import { useOrderWatch } from "../payment/use-order-watch.ts";
import { clientContext } from "../lib/context.ts";
import { nullIfMissing } from "../lib/query/null-if-missing.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import type { Route } from "./+types/thank-you";

type Found = { order: OrderWithItems; payment: PaymentResult; now: number };

/** Loads the order if this browser has its key in a cookie. The order is null if none can be read. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const id = orderIdOf(new URL(request.url).searchParams);
  const client = context.get(clientContext);
  const found = id === null ? null : await findOrder(client, id);
  return data(found, { status: found ? 200 : 404 });
}

export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "no-referrer" };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const title = loaderData ? stateTexts[stateOf(loaderData)].title : "Order not found";
  return pageMeta(matches, { title, path: "/thank-you", noIndex: true });
}

export default function ThankYou({ loaderData }: Route.ComponentProps) {
  return loaderData ? <OrderPage {...loaderData} /> : <NoOrder />;
}

function OrderPage({ order, payment, now }: Found) {
  const { slug, locale } = useStore();
  const state = stateOf({ order, payment, now });
  const isHeld = state === "unpaid" || state === "failed";
  const isOpen = order.status === "PENDING";
  useOrderWatch(
    isOpen ? order.id : null,
    `${payment.orderStatus} ${payment.status}`,
    state === "processing",
  );
  useEffect(() => {
    if (order.paidAt !== null) concludeOrder(slug, order);
  }, [slug, order]);

  const { title, text } = stateTexts[state];
  const { email } = order.customer;
  const [first, second, third] = revealClasses;
  return (
    <section className="sheet grid gap-10 py-10 lg:py-16">
      <div className={first}>
        <h1 className="display text-h1">{title}</h1>
        <output className="mt-4 block max-w-measure text-lead">
          {text}
          {state === "paid" && email ? ` We are sending the confirmation to ${email}.` : null}
          {isHeld && order.expiresAt !== null ? (
            <>
              {" "}
              Your items are held for you until <ShopperTime at={order.expiresAt} locale={locale} />
              .
            </>
          ) : null}
        </output>
        <p className="mt-2 text-lead">
          Order number <strong className="font-semibold">{order.orderNumber}</strong>
        </p>
      </div>
      <div className={`${second} grid gap-10`}>
        <OrderActions orderId={order.id} orderNumber={order.orderNumber} state={state} />
        <OrderReceipt order={order} />
      </div>
      <div className={third}>{state === "paid" ? <NextSteps order={order} /> : null}</div>
    </section>
  );
}

/** Shown instead of an order if there is none, with links to the tracking page and the shop. */
function NoOrder() {
  const { contact } = useStore();
  return (
    <section className="sheet grid justify-items-start gap-6 py-10 lg:py-16">
      <h1 className="display text-h1">No order to show</h1>
      <p className="max-w-measure text-lead">
        For your privacy, this page shows an order only in the browser that placed it, and only for
        a limited time. To see your order, use the link in your confirmation email, or track it with
        its number and your email.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/order-tracking" className={buttonClass()}>
          Track Order
        </Link>
        <Link to="/collection" className={buttonClass({ variant: "secondary" })}>
          Continue Shopping
        </Link>
      </div>
      <p className="text-graphite">
        Or email{" "}
        <a href={`mailto:${contact.email}`} className="text-link text-ink">
          {contact.email}
        </a>
        .
      </p>
    </section>
  );
}

function stateOf({ order, payment, now }: Found) {
  return orderState(order, payment, now);
}

async function findOrder(client: Client, id: string): Promise<Found | null> {
  try {
    const [order, payment] = await Promise.all([
      client.orders.getOrderWithItems({ id }),
      client.payments.getPaymentStatus({ id }),
    ]);
    return { order, payment, now: Date.now() };
  } catch (error) {
    return nullIfMissing(error);
  }
}
