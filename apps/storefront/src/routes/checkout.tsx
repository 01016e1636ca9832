import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { CheckoutPage } from "../checkout/checkout-page.tsx";
import { fadeInClass } from "../lib/reveal.ts";
import { clientContext, storeContext } from "../lib/context.ts";
import { pageMeta } from "../lib/seo.ts";
import type { Route } from "./+types/checkout";
import { whenNeeded } from "../lib/when-needed.ts";

const ResumedOrder = whenNeeded(() => import("../checkout/resumed-order.tsx"));
const ReturnedPayment = whenNeeded(() => import("../order/returned-payment.tsx"));

/** Loads only what is the same for everyone, because the cart and the entered data are stored in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id, environment, takesVatIds } = context.get(storeContext);
  const { items } = await context.get(clientContext).payments.listPaymentProviders({ storeId: id });
  return { providers: items, environment, takesVatIds };
}

// All steps are URLs of this page, and the payment methods don't change between them.
export const shouldRevalidate = () => false;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Checkout", path: "/checkout", noIndex: true });
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const { providers } = loaderData;
  const [query] = useSearchParams();
  const orderId = query.get("order");
  const returnedId = query.get("return");
  return (
    <section className="sheet min-h-svh py-6 lg:py-10">
      <h1 className="display mb-4 text-h1">Checkout</h1>
      <noscript>
        <p className="mb-6 text-lead">
          Checkout needs JavaScript. Turn it on in your browser to pay.
        </p>
      </noscript>
      <div className={fadeInClass}>
        {returnedId ? (
          <Suspense fallback={<p className="text-graphite">Confirming your payment…</p>}>
            <ReturnedPayment orderId={returnedId} />
          </Suspense>
        ) : orderId ? (
          <Suspense fallback={<p className="text-graphite">Loading your order…</p>}>
            <ResumedOrder id={orderId} providers={providers} />
          </Suspense>
        ) : (
          <CheckoutPage providers={providers} />
        )}
      </div>
    </section>
  );
}
