import type { OrderDetails } from "@vetrina/contract/orders/orders";
import type { ReactNode } from "react";
import { ShopperTime } from "../lib/shopper-time.tsx";
import { AddressLines } from "../order/review.tsx";
import { usePageWords } from "./page-words.ts";

/** The order's date, email address, pickup location, postal addresses, shipping method and VAT ID. */
export function Details({ order }: { order: OrderDetails }) {
  const { words, language } = usePageWords();
  const { shippingAddress, billingAddress, pickup } = order;
  const isSame = JSON.stringify(billingAddress) === JSON.stringify(shippingAddress);
  return (
    <section aria-labelledby="details-title" className="min-w-0">
      <h2 id="details-title" className="display mb-4 text-h3">
        {words.details}
      </h2>
      <dl className="border-t border-line">
        <Fact title={words.orderDate}>
          <ShopperTime at={order.createdAt} locale={language} />
        </Fact>
        {order.customer.email ? <Fact title={words.email}>{order.customer.email}</Fact> : null}
        {pickup ? (
          <Fact title={words.pickupAt}>
            <span className="block">{pickup.locationName}</span>
            {pickup.address}
          </Fact>
        ) : null}
        {shippingAddress ? (
          <Fact title={pickup ? words.address : words.shippingAddress}>
            <AddressLines address={shippingAddress} />
          </Fact>
        ) : null}
        {billingAddress ? (
          <Fact title={words.billingAddress}>
            {isSame ? words.sameAddress : <AddressLines address={billingAddress} />}
          </Fact>
        ) : null}
        {order.shippingMethod ? (
          <Fact title={words.shippingMethod}>{order.shippingMethod}</Fact>
        ) : null}
        {order.vatId ? <Fact title={words.vatId}>{order.vatId}</Fact> : null}
      </dl>
    </section>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-3">
      <dt className="text-small text-graphite">{title}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
