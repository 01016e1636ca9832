import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/order-tracking";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Order tracking", path: "/order-tracking", noIndex: true });
}

export default function OrderTracking() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Order tracking</h1>
    </section>
  );
}
