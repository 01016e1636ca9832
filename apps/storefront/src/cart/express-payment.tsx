import { type CartItem, cartLineId } from "@vetrina/commerce/cart";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { providerButtonClass } from "../payment/provider-button.tsx";
import { storeBuyNowLine } from "./use-lines.ts";
import { browserApi } from "../lib/api.ts";
import { useCart } from "./use-cart.ts";
import { QueryScope } from "../lib/query.tsx";
import type { Sums } from "./quote.ts";
import { useStore } from "../lib/store.ts";

/** The place for the payment providers' own buttons. */
export type ExpressPaymentProps = {
  /** Lines that can be bought; never empty. The product page passes its one line. */
  items: readonly CartItem[];
  sums: Sums;
  place: "drawer" | "cart" | "product";
};

/** The providers that can be used here. A provider whose wallet knows the address gets its own component. */
const served: ReadonlySet<string> = new Set(["OTHER"]);

/**
 * A button for each provider. The test provider knows neither email nor address, and an order can't get them later.
 * Its button therefore leads to the checkout with this payment method selected, and from the product page with that
 * one line.
 */
export function ExpressPayment(props: ExpressPaymentProps) {
  return (
    <QueryScope>
      <ProviderButtons {...props} />
    </QueryScope>
  );
}

function ProviderButtons({ items, sums, place }: ExpressPaymentProps) {
  const { id: storeId, slug } = useStore();
  const { close } = useCart();
  const { data, isPending } = useQuery({
    queryKey: ["payment-providers", storeId],
    queryFn: async ({ signal }) =>
      (await browserApi()).payments.listPaymentProviders({ storeId }, { signal }),
    staleTime: 300_000,
  });
  if (isPending) return <Skeleton className="h-12" />;
  const providers = data?.items.filter(({ provider }) => served.has(provider)) ?? [];
  if (providers.length === 0) return null;
  const { subtotal, shipping, tax, total } = sums;

  function leave() {
    const [item] = items;
    if (place === "product" && item) storeBuyNowLine(slug, { ...item, id: cartLineId(item) });
    close();
  }
  return (
    <ul aria-label="Express checkout" className="grid gap-2">
      {providers.map(({ id, provider, name }) => (
        <li key={id}>
          <Link
            to={checkoutPath(provider.toLowerCase(), place === "product")}
            state={{ items, subtotal, shipping, tax, total }}
            onClick={leave}
            className={providerButtonClass()}
          >
            Pay with {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function checkoutPath(provider: string, isBuyNow: boolean): string {
  return `/checkout?${new URLSearchParams({ ...(isBuyNow ? { buy: "now" } : {}), pay: provider })}`;
}
