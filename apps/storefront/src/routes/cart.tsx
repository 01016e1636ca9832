import { BagView } from "../components/bag-view.tsx";
import { QueryScope } from "../lib/query.tsx";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/cart";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your cart", path: "/cart", noIndex: true });
}

export default function Cart() {
  return (
    <section className="sheet pt-10 lg:pt-16">
      <h1 className="display mb-6 text-h1">Your cart</h1>
      <noscript>
        <p className="text-lead">
          Your cart is kept in your browser by JavaScript, which is switched off here.
        </p>
      </noscript>
      <QueryScope>
        <BagView place="cart" />
      </QueryScope>
    </section>
  );
}
