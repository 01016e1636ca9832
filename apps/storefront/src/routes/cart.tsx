import { Suspense, useState } from "react";
import { EmptyCart, LoadingCart } from "../cart/empty-cart.tsx";
import { useCart } from "../cart/use-cart.ts";
import { pageMeta } from "../lib/seo.ts";
import { useStore } from "../lib/store.ts";
import { unpaidOrders } from "../order/unpaid-orders.ts";
import type { Route } from "./+types/cart";
import { whenNeeded } from "../lib/when-needed.ts";

const CartPage = whenNeeded(() => import("../cart/cart-page.tsx"));

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Your cart", path: "/cart", noIndex: true });
}

export default function Cart() {
  return (
    // At least as high as the screen, so that the footer is below the first screen even if the cart is empty.
    <section className="sheet min-h-svh pt-10 lg:pt-16">
      <h1 className="display mb-6 text-h1">Your cart</h1>
      <noscript>
        <p className="text-lead">Your cart needs JavaScript. Turn it on in your browser.</p>
      </noscript>
      <Content />
    </section>
  );
}

function Content() {
  const { slug } = useStore();
  const { items, isLoading } = useCart();
  // Even without items, CartPage is needed to show that an order is awaiting payment or that the cart's order has just
  // been paid.
  const [isNeeded, setNeeded] = useState(false);
  const isFull = items.length > 0 || (!isLoading && unpaidOrders(slug).length > 0);
  if (isFull && !isNeeded) setNeeded(true);
  if (!isFull && !isNeeded) return isLoading ? <LoadingCart /> : <EmptyCart />;
  return (
    <Suspense fallback={<LoadingCart />}>
      <CartPage />
    </Suspense>
  );
}
