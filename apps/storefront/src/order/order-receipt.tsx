import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { ReactNode } from "react";
import { useStore } from "../lib/store.ts";
import { dayRange } from "../lib/dates.ts";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { OrderLine, shownOrderLine } from "./order-lines.tsx";
import { statusLabels } from "./order-state.ts";
import { AddressLines } from "./review.tsx";
import { SumList } from "./sum-list.tsx";
import { TestOrderNote } from "./test-order-note.tsx";

/** The order's details, items, totals and addresses. When printed, also the store's name and address. */
export function OrderReceipt({ order }: { order: OrderWithItems }) {
  const { locale, name, contact } = useStore();
  const { items, shippingAddress, billingAddress, delivery, pickup } = order;
  const isBilledElsewhere = JSON.stringify(billingAddress) !== JSON.stringify(shippingAddress);
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_26rem] lg:items-start">
      <div className="hidden print:block">
        <p className="font-semibold">{name}</p>
        {contact.address.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{contact.email}</p>
      </div>
      <section aria-labelledby="items-title" className="bg-tissue p-4 lg:col-start-2 lg:p-6">
        <h2 id="items-title" className="text-lead font-semibold">
          Your items
        </h2>
        <ul className="mb-4 dividers border-b border-line">
          {items.map((item) => (
            <OrderLine key={item.id} line={shownOrderLine(item)} />
          ))}
        </ul>
        <SumList amounts={order} />
      </section>
      <section aria-labelledby="details-title" className="lg:col-start-1 lg:row-start-1">
        <h2 id="details-title" className="sr-only">
          Order details
        </h2>
        <TestOrderNote order={order} />
        <dl className="grid gap-x-8 border-t border-line sm:grid-cols-2">
          <Fact title="Order number">{order.orderNumber}</Fact>
          <Fact title="Order date">
            <ShopperTime at={order.date} locale={locale} />
          </Fact>
          <Fact title="Payment">{order.payment ?? "Not paid"}</Fact>
          <Fact title="Status">{statusLabels[order.status]}</Fact>
          {shippingAddress ? (
            <Fact title={pickup ? "Address" : "Shipping address"}>
              <AddressLines address={shippingAddress} />
            </Fact>
          ) : null}
          {billingAddress ? (
            <Fact title="Billing address">
              {isBilledElsewhere ? (
                <AddressLines address={billingAddress} />
              ) : (
                `Same as ${pickup ? "the" : "shipping"} address`
              )}
            </Fact>
          ) : null}
          {order.vatId ? <Fact title="VAT ID">{order.vatId}</Fact> : null}
          {order.shippingMethod ? (
            <Fact title="Shipping method">{order.shippingMethod}</Fact>
          ) : null}
          {pickup ? (
            <Fact title="Pick up at">
              <span className="block">{pickup.locationName}</span>
              {pickup.address}
            </Fact>
          ) : null}
          {delivery && order.status !== "CANCELLED" ? (
            <Fact title={pickup ? "Ready for pickup" : "Arrives"}>
              {dayRange(delivery, locale)}
            </Fact>
          ) : null}
        </dl>
      </section>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-3">
      <dt className="text-small text-graphite">{title}</dt>
      {/* The server's and the browser's date formats may differ. */}
      <dd suppressHydrationWarning>{children}</dd>
    </div>
  );
}
