import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { toMinor } from "@vetrina/commerce/money";
import { stripeAmount } from "@vetrina/commerce/pricing/stripe-amount";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "../lib/store.ts";
import { scriptFailed } from "./provider-messages.ts";
import type { ProviderFieldsProps } from "./provider-fields.ts";
import { returnUrl } from "./return-path.ts";
import { approvalOf } from "./stripe-approval.ts";
import { stripeOf } from "./load-stripe.ts";
import { useStay } from "../rendering/use-stay.ts";

/**
 * Stripe's Payment Element, with the wallets that the browser has. Shoppers fill it in before the order is placed, so
 * its amount is updated with the total. A default export, because it is loaded lazily (see ProviderPlace).
 */
export default function StripeFields(props: ProviderFieldsProps) {
  const { way, total, currency, onFields, onFailure } = props;
  const { locale } = useStore();
  const place = useRef<HTMLDivElement>(null);
  const [elements, setElements] = useState<StripeElements | null>(null);
  const [isReady, setIsReady] = useState(false);
  const isConfirming = useRef(false);
  // Stripe may ask for a confirmation in a window over the page, which only the shopper can close.
  useStay(() => isConfirming.current);
  const amount = stripeAmount(toMinor(total, currency), currency);
  const failed = useEffectEvent(() => onFailure(scriptFailed(way.name)));

  const open = useEffectEvent((stripe: Stripe) => {
    const first = amount ?? 0;
    const opened = stripe.elements({
      mode: "payment",
      amount: first,
      currency: currency.toLowerCase(),
      locale: locale.slice(0, 2) as "en",
      appearance: appearanceOf(place.current),
    });
    const element = opened.create("payment");
    element.on("ready", () => setIsReady(true));
    element.on("loaderror", failed);
    if (place.current) element.mount(place.current);
    setElements(opened);
    onFields({
      check: async () => {
        const { error } = await opened.submit();
        if (error === undefined) return true;
        // Stripe marks the invalid field, which may be far above the button.
        place.current?.scrollIntoView({ block: "center" });
        element.focus();
        return false;
      },
      approve: async ({ orderId, intent }) => {
        const charged = stripeAmount(toMinor(intent.amount, intent.currency), intent.currency);
        await opened.update({ amount: charged ?? first });
        isConfirming.current = true;
        const { error } = await stripe
          .confirmPayment({
            elements: opened,
            clientSecret: intent.clientSecret ?? "",
            confirmParams: { return_url: returnUrl(orderId) },
            // Redirects only if the payment requires it, for example to the bank's own page.
            redirect: "if_required",
          })
          .finally(() => {
            isConfirming.current = false;
          });
        return approvalOf(error);
      },
    });
    return () => element.destroy();
  });

  useEffect(() => {
    let close: (() => void) | null = null;
    let isLeft = false;
    const load = async () => {
      try {
        const stripe = await stripeOf(way.clientId, way.scriptUrl);
        if (!isLeft) close = open(stripe);
      } catch {
        failed();
      }
    };
    void load();
    return () => {
      isLeft = true;
      onFields(null);
      close?.();
    };
  }, [way.clientId, way.scriptUrl, onFields]);
  useEffect(() => {
    if (amount !== null) void elements?.update({ amount });
  }, [elements, amount]);

  if (amount === null)
    return <p>{way.name} can't charge this amount. Choose another payment method.</p>;
  return (
    <div className="grid">
      {isReady ? null : <Skeleton className="h-12" />}
      <div ref={place} className="min-w-0" />
    </div>
  );
}

/** The shop's text color and size for Stripe's fields. Stripe's frame doesn't have the shop's fonts. */
function appearanceOf(place: HTMLElement | null) {
  if (place === null) return {};
  const { color, fontSize } = getComputedStyle(place);
  return {
    variables: { colorText: color, colorPrimary: color, fontSizeBase: fontSize, borderRadius: "0" },
  };
}
