import { PayPalButtons as Buttons } from "@paypal/react-paypal-js";
import { useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { PayPalScript } from "../payment/paypal-script.tsx";
import { usePayPalSession } from "../payment/use-paypal-session.ts";
import { ExpressAmounts, type ShownAmounts } from "./express-amounts.tsx";
import { ExpressFrame } from "./express-frame.tsx";
import { type Express, type ExpressProps, useExpress } from "./use-express.ts";

/**
 * PayPal's button outside the checkout. The buyer chooses an address in PayPal's window, which shows the shipping, tax
 * and total for that address. A default export, because it is loaded lazily (see ProviderPlace).
 */
export default function ExpressPayPal(props: ExpressProps) {
  const { currency } = useStore();
  const express = useExpress(props);
  const [amounts, setAmounts] = useState<ShownAmounts | null>(null);
  return (
    <ExpressFrame payment={express.payment} amounts={<ExpressAmounts amounts={amounts} />}>
      <PayPalScript way={props.way} currency={currency} onFailure={props.onFailure}>
        <WalletButton {...props} express={express} onAmounts={setAmounts} />
      </PayPalScript>
    </ExpressFrame>
  );
}

type Destination = { country: string; region?: string; postalCode?: string };

function WalletButton({
  way,
  cart,
  express,
  onAmounts,
}: ExpressProps & { express: Express; onAmounts: (amounts: ShownAmounts | null) => void }) {
  const chosen = useRef<Destination | null>(null);
  const session = usePayPalSession(
    (approve) => {
      onAmounts(null);
      return express.pay(approve, { express: { country: cart.quote.country } });
    },
    { isRestartable: true },
  );

  /** Has the server calculate the order's amounts for the chosen address and method, and send them to PayPal. */
  async function price(destination: Destination, shippingRateId?: string): Promise<void> {
    const current = session.payment();
    if (current === null) throw new Error("No payment has been started.");
    chosen.current = destination;
    const { payments } = await browserApi();
    const priced = await payments.updateExpressShipping({
      id: current.orderId,
      body: {
        provider: way.value,
        paymentIntentId: current.intent.id,
        destination,
        ...(shippingRateId === undefined ? {} : { shippingRateId }),
      },
    });
    const methodName = priced.methods.find(({ id }) => id === priced.method)?.name ?? "";
    onAmounts({ ...priced, methodName });
  }

  return (
    <Buttons
      fundingSource="paypal"
      style={{ layout: "vertical", color: "gold", height: 48 }}
      createOrder={session.createOrder}
      onShippingAddressChange={({ shippingAddress }, actions) => {
        const { countryCode, state, postalCode } = shippingAddress;
        const destination = {
          country: countryCode,
          ...(state ? { region: state } : {}),
          ...(postalCode ? { postalCode } : {}),
        };
        return price(destination).catch(() => actions.reject());
      }}
      onShippingOptionsChange={({ selectedShippingOption }, actions) => {
        const destination = chosen.current;
        return destination === null
          ? actions.reject()
          : price(destination, selectedShippingOption?.id).catch(() => actions.reject());
      }}
      onApprove={(_, { restart }) => session.onApprove(restart)}
      onCancel={session.onCancel}
      onError={session.onError}
    />
  );
}
