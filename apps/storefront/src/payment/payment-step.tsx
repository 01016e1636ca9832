import { type ReactNode, useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { useMoney } from "../lib/money.ts";
import { whenNeeded } from "../lib/when-needed.ts";
import { goToProvidersPage } from "./go-to-providers-page.ts";
import { MessageArea } from "./message-area.tsx";
import type { Approve } from "./payment-flow.ts";
import { providerButtonClass } from "./provider-button.tsx";
import type { EnteredFields } from "./provider-fields.ts";
import { ProviderPlace } from "./provider-place.tsx";
import type { WayToPay } from "./providers.ts";
import type { Message } from "./outcome-message.ts";
import { WaysToPay } from "./ways-to-pay.tsx";

const StripeFields = whenNeeded(() => import("./stripe-fields.tsx"));
const PayPalButtons = whenNeeded(() => import("./paypal-buttons.tsx"));

type Props = {
  ways: readonly WayToPay[];
  way: WayToPay | null;
  onChoose: (value: string) => void;
  /** Major units; null until it is known. */
  total: number | null;
  currency: string;
  isBusy: boolean;
  /** Why the order can't be paid as it is; null if it can. */
  obstacle: string | null;
  message: Message | null;
  onMessage: (message: Message | null) => void;
  /** Resolves once the payment has ended. */
  onPay: (approve?: Approve) => Promise<void>;
  review: ReactNode;
};

/** The last step: a review, the payment methods, and a button with the amount. */
export function PaymentStep(props: Props) {
  const { ways, way, total, currency, isBusy, obstacle, message, review } = props;
  const { onChoose, onMessage, onPay } = props;
  const money = useMoney();
  // The providers whose scripts may be loaded: those that the shopper has chosen, or whose form was hovered or focused.
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const entered = useRef<EnteredFields | null>(null);
  const keepFields = useCallback((fields: EnteredFields | null) => {
    entered.current = fields;
  }, []);
  const isFree = total === 0;
  const label = total === null ? "Pay" : isFree ? "Complete order" : `Pay ${money(total)}`;
  const isHeldBack = isBusy || total === null;
  const hasOwnButtons = way?.approval === "buttons" && !isFree;
  const place = {
    isWanted: way !== null && wanted.includes(way.value),
    onWant: () => want(way?.value),
  };

  function want(value: string | undefined) {
    if (value !== undefined && !wanted.includes(value)) setWanted((before) => [...before, value]);
  }

  async function start() {
    if (way === null || isFree || way.approval === "window") return onPay();
    if (way.approval === "page") return onPay(goToProvidersPage);
    if (way.approval === "buttons") return;
    want(way.value);
    // The message about the previous attempt is removed, because it could contradict the errors shown in the fields.
    onMessage(null);
    const fields = entered.current;
    if (fields !== null && (await fields.check())) await onPay(fields.approve);
  }

  function failed(text: string) {
    setWanted((before) => before.filter((value) => value !== way?.value));
    onMessage({ tone: "error", text });
  }

  return (
    <div className="grid gap-8">
      {review}
      {isFree ? (
        <p className="text-lead">This order is free. There is nothing to pay.</p>
      ) : (
        <WaysToPay
          ways={ways}
          way={way}
          isBusy={isBusy}
          onChoose={(value) => {
            onChoose(value);
            want(value);
          }}
        >
          {way?.approval === "fields" && total !== null ? (
            <ProviderPlace
              {...place}
              label="Enter your card"
              className="min-h-field w-full border border-edge bg-white px-4 text-start text-graphite"
            >
              <StripeFields
                key={way.value}
                way={way}
                total={total}
                currency={currency}
                onFields={keepFields}
                onFailure={failed}
              />
            </ProviderPlace>
          ) : null}
        </WaysToPay>
      )}
      <div className="grid gap-4">
        <Terms isFree={isFree} />
        <MessageArea message={message} onAction={hasOwnButtons ? null : () => void start()} />
        {obstacle ? <p className="font-medium text-pin">{obstacle}</p> : null}
        {hasOwnButtons && way !== null && total !== null ? (
          <ProviderPlace
            key={way.value}
            id="pay"
            {...place}
            label={`Pay with ${way.name}`}
            className={providerButtonClass()}
          >
            <PayPalButtons
              way={way}
              total={total}
              currency={currency}
              isHeldBack={isBusy || obstacle !== null}
              onRefused={() => void onPay()}
              onPay={onPay}
              onFailure={failed}
            />
          </ProviderPlace>
        ) : way || isFree ? (
          <button
            type="button"
            id="pay"
            aria-disabled={isHeldBack || undefined}
            onClick={() => {
              if (!isHeldBack) void start();
            }}
            className={providerButtonClass(isHeldBack)}
          >
            {isBusy ? (isFree ? "Completing…" : "Paying…") : label}
          </button>
        ) : null}
      </div>
    </div>
  );
}

function Terms({ isFree }: { isFree: boolean }) {
  return (
    <p className="text-small text-graphite">
      {isFree ? "By completing the order" : "By paying"} you agree to our{" "}
      <Link to="/terms" className="text-link text-ink">
        terms of service
      </Link>{" "}
      and{" "}
      <Link to="/privacy" className="text-link text-ink">
        privacy policy
      </Link>
      .
    </p>
  );
}
