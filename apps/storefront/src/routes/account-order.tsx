import { Suspense } from "react";
import { AccountFrame } from "../account/account-frame.tsx";
import { pageMeta } from "../lib/seo.ts";
import "../order/print.css";
import type { Route } from "./+types/account-order";
import { whenNeeded } from "../lib/when-needed.ts";

const OrderPage = whenNeeded(() => import("../account/order-page.tsx"));

export function headers() {
  return { "cache-control": "no-store", "referrer-policy": "same-origin" };
}

export function meta({ matches, params }: Route.MetaArgs) {
  const path = `/account/orders/${params.id}`;
  return pageMeta(matches, { title: "Your order", path, noIndex: true });
}

export default function AccountOrder({ params }: Route.ComponentProps) {
  return (
    <AccountFrame title="Your order">
      <Suspense fallback={<p className="text-graphite">Loading your order…</p>}>
        <OrderPage id={params.id} />
      </Suspense>
    </AccountFrame>
  );
}
