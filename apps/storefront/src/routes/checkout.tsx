import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/checkout";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Checkout", path: "/checkout", noIndex: true });
}

export default function Checkout() {
  return (
    <section className="sheet py-16">
      <h1 className="display text-h1">Checkout</h1>
    </section>
  );
}
