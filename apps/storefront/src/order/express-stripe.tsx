import type { Stripe, StripeElements } from "@stripe/stripe-js";
import type { StripeExpressCheckoutElementConfirmEvent } from "@stripe/stripe-js";
import { toLineInput } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { Skeleton } from "@vetrina/ui/skeleton";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { approvalOf } from "../payment/stripe-approval.ts";
import { stripeOf } from "../payment/load-stripe.ts";
import { scriptFailed } from "../payment/provider-messages.ts";
import { returnUrl } from "../payment/return-path.ts";
import { ExpressFrame } from "./express-frame.tsx";
import { type ExpressProps, useExpress } from "./use-express.ts";
import { addressOf, destinationOf, sheetOf, unitsOf } from "./wallet-sheet.ts";

type Destination = ReturnType<typeof destinationOf>;
/** An event of the wallet's sheet. It must be resolved or rejected. */
type Answerable = {
  resolve: (shown: ReturnType<typeof sheetOf>) => void;
  reject: () => void;
};

/**
 * Stripe's Express Checkout Element: the wallets that the browser has. Their sheet shows shipping, tax and total for
 * the chosen address, and the order is placed with these amounts. A default export, because it is loaded lazily (see
 * ProviderPlace).
 */
export default function ExpressStripe(props: ExpressProps) {
  const { way, cart } = props;
  const { pay, payment } = useExpress(props);
  const { id: storeId, locale } = useStore();
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<{ destination: Destination | null; quote: Quote }>({
    destination: null,
    quote: cart.quote,
  });
  const [state, setState] = useState<"loading" | "ready" | "none">("loading");
  const failed = useEffectEvent(() => props.onFailure(scriptFailed(way.name)));

  const begin = useEffectEvent((elements: StripeElements) => {
    sheet.current = { destination: null, quote: cart.quote };
    void elements.update({ amount: unitsOf(cart.quote.total, cart.quote.currency) });
    return sheetOf(cart.quote);
  });

  /**
   * Shows the order's amounts for the destination in the wallet's sheet. Rejects the event if that fails, for example
   * because the store doesn't ship there.
   */
  const answer = useEffectEvent(
    async (
      elements: StripeElements,
      event: Answerable,
      destination: Destination | null,
      rateId?: string,
    ) => {
      try {
        const { shipping } = await browserApi();
        const { discountCode } = cart.quote;
        const quote = await shipping.calculateShipping({
          body: {
            storeId,
            items: cart.lines.map(toLineInput),
            ...(destination === null ? {} : { destination }),
            ...(rateId === undefined ? {} : { shippingRateId: rateId }),
            ...(discountCode === null ? {} : { discountCode }),
          },
        });
        if (quote.method === null) throw new Error("The store doesn't ship to this address.");
        sheet.current = { destination, quote };
        await elements.update({ amount: unitsOf(quote.total, quote.currency) });
        event.resolve(sheetOf(quote));
      } catch {
        event.reject();
      }
    },
  );

  const confirm = useEffectEvent(
    async (
      stripe: Stripe,
      elements: StripeElements,
      event: StripeExpressCheckoutElementConfirmEvent,
    ) => {
      const { billingDetails, shippingAddress } = event;
      const { quote } = sheet.current;
      let isApproved = false;
      await pay(
        async ({ orderId, intent }) => {
          await elements.submit();
          const { error } = await stripe.confirmPayment({
            elements,
            clientSecret: intent.clientSecret ?? "",
            confirmParams: { return_url: returnUrl(orderId) },
            redirect: "if_required",
          });
          const approval = approvalOf(error);
          isApproved = approval.kind === "approved";
          return approval;
        },
        {
          email: billingDetails?.email,
          shippingAddress: shippingAddress && addressOf(shippingAddress),
          shippingRateId: quote.method ?? undefined,
        },
        quote,
      );
      // Closes the wallet's sheet. The page has already shown why the payment failed.
      if (!isApproved) event.paymentFailed({ reason: "fail" });
    },
  );

  const open = useEffectEvent((stripe: Stripe) => {
    const { total, currency } = cart.quote;
    const elements = stripe.elements({
      mode: "payment",
      amount: unitsOf(total, currency),
      currency: currency.toLowerCase(),
      locale: locale.slice(0, 2) as "en",
    });
    const element = elements.create("expressCheckout", { buttonHeight: 48 });
    element.on("ready", ({ availablePaymentMethods: available }) =>
      setState(available === undefined ? "none" : "ready"),
    );
    element.on("loaderror", () => failed());
    element.on("click", (event) =>
      event.resolve({ emailRequired: true, shippingAddressRequired: true, ...begin(elements) }),
    );
    element.on("shippingaddresschange", (event) =>
      answer(elements, event, destinationOf(event.address)),
    );
    element.on("shippingratechange", (event) =>
      answer(elements, event, sheet.current.destination, event.shippingRate.id),
    );
    element.on("confirm", (event) => confirm(stripe, elements, event));
    if (place.current) element.mount(place.current);
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
      close?.();
    };
  }, [way.clientId, way.scriptUrl]);

  return (
    <ExpressFrame payment={payment} amounts={null}>
      {state === "loading" ? <Skeleton className="h-12" /> : null}
      <div ref={place} className="min-w-0" />
      {state === "none" ? (
        <output className="block text-small text-graphite">
          No wallet, such as Apple Pay or Google Pay, is set up in this browser. Pay by card in the
          checkout.
        </output>
      ) : null}
    </ExpressFrame>
  );
}
