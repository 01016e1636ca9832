import { isApiError } from "@vetrina/client/api-error";
import type { Client } from "@vetrina/client/types";
import type { OrderWithItems } from "@vetrina/contract/orders";
import { buttonClass } from "@vetrina/ui/button";
import { data, Link } from "react-router";
import { clientContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import { InvoiceLink } from "../order/invoice-link.tsx";
import { OrderReceipt } from "../order/order-receipt.tsx";
import { OrderSteps } from "../order/order-steps.tsx";
import { returnPath } from "../order/thank-you-path.ts";
import { type Opening, useOrderLink } from "../order/use-order-link.ts";
import type { Route } from "./+types/order";

/** The order whose key this browser has in a cookie; null if it is not known yet, or there is none. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get("id");
  const order = id === null ? null : await findOrder(context.get(clientContext), id);
  return data({ order }, { status: id !== null && order === null ? 404 : 200 });
}

/** A link in a mail leads here with the order's key in the fragment, which stays in the browser. */
export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "no-referrer" };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your order", path: "/order", noIndex: true });
}

export default function OrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const opening = useOrderLink();
  return (
    <section className="sheet grid gap-8 py-10 lg:py-16">
      {order === null || opening === "opening" ? (
        <NoOrder opening={opening} />
      ) : (
        <OpenOrder order={order} />
      )}
    </section>
  );
}

function OpenOrder({ order }: { order: OrderWithItems }) {
  const wasPaid = order.paidAt !== null;
  return (
    <>
      <div>
        <h1 className="display text-h1">Order {order.orderNumber}</h1>
        <OrderSteps order={order} />
      </div>
      <OrderReceipt order={order} />
      <div className="flex flex-wrap gap-3">
        {wasPaid ? <InvoiceLink orderId={order.id} /> : null}
        {wasPaid && order.status !== "REFUNDED" ? (
          <Link
            to={returnPath(order.orderNumber)}
            className={buttonClass({ variant: "secondary" })}
          >
            Return an item
          </Link>
        ) : null}
      </div>
    </>
  );
}

const texts: Record<Opening, { title: string; text: string }> = {
  opening: { title: "Your order", text: "Opening your order…" },
  idle: {
    title: "No order to show",
    text: "Open this page with the link in your confirmation email. You can also look up your order with its number and your email.",
  },
  expired: {
    title: "This link has expired",
    text: "Links to an order work for a year, and the store can replace them. Use the link in the newest email, or look up your order with its number and your email.",
  },
  failed: {
    title: "We couldn't open your order",
    text: "Check your connection, and open the link in the email again.",
  },
};

function NoOrder({ opening }: { opening: Opening }) {
  const { title, text } = texts[opening];
  return (
    <div className="grid justify-items-start gap-6">
      <h1 className="display text-h1">{title}</h1>
      <output className="max-w-measure text-lead">{text}</output>
      {opening === "opening" ? null : (
        <Link to="/order-tracking" className={buttonClass()}>
          Track Order
        </Link>
      )}
    </div>
  );
}

async function findOrder(client: Client, id: string): Promise<OrderWithItems | null> {
  try {
    return await client.orders.getOrderWithItems({ id });
  } catch (error) {
    if (isApiError(error) && error.statusCode < 500) return null;
    throw error;
  }
}
