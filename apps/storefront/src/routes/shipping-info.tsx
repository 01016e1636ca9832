import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/shipping-info";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Shipping information",
    path: "/shipping-info",
    noIndex: true,
  });
}

export default function ShippingInfo() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Shipping information</h1>
    </section>
  );
}
