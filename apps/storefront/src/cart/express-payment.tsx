import { buyableLines, type CartItem, cartLineId } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { buttonClass } from "@vetrina/ui/button";
import { classNames } from "@vetrina/ui/class-names";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { storageKey } from "@vetrina/commerce/constants";
import { providerButtonClass } from "../payment/provider-button.tsx";
import { ProviderPlace } from "../payment/provider-place.tsx";
import { type WayToPay, waysToPay } from "../payment/providers.ts";
import { storeBuyNowLine } from "./use-lines.ts";
import { browserApi } from "../lib/api.ts";
import { useCart } from "./use-cart.ts";
import { QueryScope } from "../lib/query.tsx";
import type { Sums } from "./quote.ts";
import { useStore } from "../lib/store.ts";
import { whenNeeded } from "../lib/when-needed.ts";

const ExpressPayPal = whenNeeded(() => import("../order/express-paypal.tsx"));
const ExpressStripe = whenNeeded(() => import("../order/express-stripe.tsx"));
const UnfinishedExpress = whenNeeded(() => import("../order/express-unfinished.tsx"));

/** The props of ExpressPayment, which shows the payment providers' own buttons. */
export type ExpressPaymentProps = {
  /** Lines that can be bought; never empty. The product page passes its one line. */
  items: readonly CartItem[];
  sums: Sums;
  /** The server's quote; undefined until the server has returned one. */
  quote: Quote | undefined;
  place: "drawer" | "cart" | "product";
};

/**
 * The express buttons. The wallets of PayPal and Stripe provide the buyer's email and address, so the order is placed
 * and paid on this page. The test provider's button opens the checkout with that provider chosen. Mollie has no button.
 */
export function ExpressPayment(props: ExpressPaymentProps) {
  return (
    <QueryScope>
      <ProviderButtons {...props} />
    </QueryScope>
  );
}

function ProviderButtons(props: ExpressPaymentProps) {
  const { id: storeId, slug } = useStore();
  const [isUnfinished] = useState(() => hasPaymentUnderWay(slug));
  const { data, isPending } = useQuery({
    queryKey: ["payment-providers", storeId],
    queryFn: async ({ signal }) =>
      (await browserApi()).payments.listPaymentProviders({ storeId }, { signal }),
    staleTime: 300_000,
  });
  if (isPending) return <Skeleton className="h-12" />;
  const ways = waysToPay(data?.items ?? [])
    .filter((way) => isOffered(way, props))
    .toSorted(byProminence);
  if (ways.length === 0) return null;
  return (
    <>
      <ul aria-label="Express checkout" className="grid gap-2">
        {ways.map((way) => (
          <li key={way.value}>
            {way.approval === "window" ? (
              <CheckoutLink way={way} {...props} />
            ) : (
              <WalletPlace way={way} {...props} />
            )}
          </li>
        ))}
      </ul>
      {isUnfinished ? (
        <Suspense fallback={null}>
          <UnfinishedExpress />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * Sorts PayPal first, because for the other wallets it isn't known yet whether the browser has one. The rest keep the
 * store's order.
 */
function byProminence(one: WayToPay, other: WayToPay): number {
  return Number(other.approval === "buttons") - Number(one.approval === "buttons");
}

function isOffered(way: WayToPay, { sums }: ExpressPaymentProps): boolean {
  if (way.approval === "window") return true;
  // A free order needs no payment, so no wallet's button is shown.
  return labelOf(way) !== null && sums.total > 0;
}

/** The button's label until the provider's script is loaded; null if the provider has no button for this browser. */
function labelOf({ approval }: WayToPay): string | null {
  if (approval === "buttons") return "Pay with PayPal";
  return approval === "fields" ? likelyWallets() : null;
}

/** The wallets this browser may support. Only the provider's script knows whether one is set up. */
function likelyWallets(): string | null {
  const { ApplePaySession } = window as { ApplePaySession?: { canMakePayments: () => boolean } };
  if (ApplePaySession?.canMakePayments() === true) return "Apple Pay or Link";
  return "PaymentRequest" in window ? "Google Pay or Link" : null;
}

function WalletPlace({ way, items, quote, place }: ExpressPaymentProps & { way: WayToPay }) {
  const { close } = useCart();
  const { state } = useLocation() as { state: { paymentMessage?: unknown } | null };
  const isPayPal = way.approval === "buttons";
  const [isWanted, setIsWanted] = useState(
    () =>
      isPayPal &&
      // True after the shopper has returned from the provider, to show the payment's result.
      (Boolean(state?.paymentMessage) ||
        // Touch screens have no hover to trigger loading, and shoppers who open the cart are likely to buy.
        (place !== "product" && matchMedia("(hover: none)").matches)),
  );
  const [failure, setFailure] = useState<string | null>(null);
  if (quote === undefined) return <Skeleton className="h-12" />;
  const Wallet = isPayPal ? ExpressPayPal : ExpressStripe;
  return (
    <>
      <ProviderPlace
        isWanted={isWanted}
        onWant={() => {
          setFailure(null);
          setIsWanted(true);
        }}
        label={labelOf(way) ?? way.name}
        className={
          isPayPal
            ? providerButtonClass()
            : classNames(buttonClass({ variant: "secondary" }), "w-full")
        }
      >
        <Wallet
          way={way}
          cart={{ lines: buyableLines(items), quote, isBuyNow: place === "product" }}
          path={place === "drawer" ? "/cart" : undefined}
          onLeave={close}
          onFailure={(text) => {
            setIsWanted(false);
            setFailure(text);
          }}
        />
      </ProviderPlace>
      <p role="alert" className="text-small font-medium text-pin empty:hidden">
        {failure}
      </p>
    </>
  );
}

function CheckoutLink({ way, items, sums, place }: ExpressPaymentProps & { way: WayToPay }) {
  const { slug } = useStore();
  const { close } = useCart();
  const { subtotal, shipping, tax, total } = sums;

  function leave() {
    const [item] = items;
    if (place === "product" && item) storeBuyNowLine(slug, { ...item, id: cartLineId(item) });
    close();
  }
  return (
    <Link
      to={checkoutPath(way.value, place === "product")}
      state={{ items, subtotal, shipping, tax, total }}
      onClick={leave}
      className={providerButtonClass()}
    >
      Pay with {way.name}
    </Link>
  );
}

function checkoutPath(provider: string, isBuyNow: boolean): string {
  return `/checkout?${new URLSearchParams({ ...(isBuyNow ? { buy: "now" } : {}), pay: provider })}`;
}

/**
 * Whether a payment was started in this browser. If so, the code that finishes payments is loaded. False on the server,
 * which has no localStorage.
 */
function hasPaymentUnderWay(slug: string): boolean {
  try {
    return localStorage.getItem(storageKey(slug, "payments-under-way")) !== null;
  } catch {
    return false;
  }
}
