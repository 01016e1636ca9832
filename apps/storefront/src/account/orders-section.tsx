import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "@vetrina/commerce/money";
import { Button, buttonClass } from "@vetrina/ui/button";
import { EmptyState } from "@vetrina/ui/empty-state";
import { useState } from "react";
import { Link } from "react-router";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { statusLabels } from "../order/order-state.ts";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { LoadState } from "../lib/load-state.tsx";

const ordersAtOnce = 10;

/** The customer's orders, newest first, with paging. */
export function OrdersSection({ customerId }: { customerId: string }) {
  const { locale } = useStore();
  const [page, setPage] = useState(1);
  const orders = useQuery({
    queryKey: ["customer", customerId, "orders", page],
    queryFn: async ({ signal }) =>
      (await browserApi()).customers.listCustomerOrders(
        { id: customerId, page, limit: ordersAtOnce },
        { signal },
      ),
    placeholderData: (before) => before,
  });
  const pages = Math.ceil((orders.data?.total ?? 0) / ordersAtOnce);
  return (
    <section aria-labelledby="orders-title" className="min-w-0">
      <h2 id="orders-title" className="display mb-4 text-h3">
        Orders
      </h2>
      {orders.data === undefined ? (
        <LoadState error={orders.error} what="your orders" retry={() => void orders.refetch()} />
      ) : orders.data.total === 0 ? (
        <EmptyState
          heading="h3"
          title="No orders yet"
          text="Orders you place while signed in appear here, with earlier orders from this email address."
          action={
            <Link to="/collection" className={buttonClass({ variant: "secondary" })}>
              See the collection
            </Link>
          }
        />
      ) : (
        <ul className="dividers border-y border-line">
          {orders.data.items.map((order) => (
            <li key={order.id}>
              <Link
                to={`/account/orders/${order.id}`}
                className="grid min-h-target grid-cols-[1fr_auto] gap-x-4 py-4 hover:bg-tissue"
              >
                <span className="text-link justify-self-start font-semibold digits">
                  {order.orderNumber}
                </span>
                <span className="text-end digits">
                  {formatMoney(order.total, order.currency, locale)}
                </span>
                <span className="text-small text-graphite">
                  <ShopperTime at={order.date} locale={locale} />
                </span>
                <span className="text-end text-small">
                  {statusLabels[order.status]}
                  {order.environment === "TEST" ? " (test order)" : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {pages > 1 ? (
        <nav aria-label="Pages of orders" className="mt-4 flex items-center gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <output className="text-small text-graphite">
            Page {page} of {pages}
          </output>
          <Button variant="secondary" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      ) : null}
    </section>
  );
}
