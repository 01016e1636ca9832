import { classNames } from "@vetrina/ui/class-names";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { MessageArea } from "./message-area.tsx";
import { providerButtonClass } from "./provider-button.tsx";
import type { WayToPay } from "./providers.ts";
import type { Message } from "./use-payment.ts";

type Props = {
  ways: readonly WayToPay[];
  way: WayToPay | null;
  onChoose: (value: string) => void;
  /** Major units; null if not known yet. */
  total: number | null;
  isBusy: boolean;
  /** Why the order can't be paid as it is; null if it can. */
  obstacle: string | null;
  message: Message | null;
  onPay: () => void;
  review: ReactNode;
};

/** The last step: a review, the payment methods, and a button with the amount. */
export function PaymentStep(props: Props) {
  const { way, total, isBusy, obstacle, message, onPay, review } = props;
  const money = useMoney();
  const isFree = total === 0;
  const label = total === null ? "Pay" : isFree ? "Complete order" : `Pay ${money(total)}`;
  const isHeldBack = isBusy || total === null;
  return (
    <div className="grid gap-8">
      {review}
      {isFree ? (
        <p className="text-lead">This order is free. There is nothing to pay.</p>
      ) : (
        <WaysToPay {...props} />
      )}
      <div className="grid gap-4">
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
        <MessageArea message={message} onAction={onPay} />
        {obstacle ? <p className="font-medium text-pin">{obstacle}</p> : null}
        {way || isFree ? (
          <button
            type="button"
            id="pay"
            aria-disabled={isHeldBack || undefined}
            onClick={() => {
              if (!isHeldBack) onPay();
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

function WaysToPay({ ways, way, onChoose, isBusy }: Props) {
  const { contact } = useStore();
  if (ways.every(({ Window }) => Window === null))
    return (
      <div role="alert" className="grid gap-2 border-2 border-pin px-4 py-3">
        <p className="font-medium">This store can't take payments right now.</p>
        <p>
          Your cart is kept. Write to{" "}
          <a href={`mailto:${contact.email}`} className="text-link">
            {contact.email}
          </a>{" "}
          and we will help.
        </p>
      </div>
    );
  return (
    <fieldset>
      <legend className="mb-4 text-lead font-semibold">How to pay</legend>
      {ways.map(({ value, name, Window }) => (
        <label
          key={value}
          htmlFor={`pay-${value}`}
          className={classNames(
            "-mt-px grid min-h-cta grid-cols-[auto_1fr] content-center items-center gap-x-4 border bg-white px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-chalk",
            Window === null
              ? "border-line text-graphite"
              : "cursor-pointer border-edge has-checked:relative has-checked:border-ink has-checked:outline has-checked:outline-ink",
          )}
        >
          <input
            id={`pay-${value}`}
            type="radio"
            name="provider"
            value={value}
            checked={value === way?.value}
            disabled={Window === null || isBusy}
            onChange={() => onChoose(value)}
            className="row-span-2 size-5 outline-none"
          />
          <span className="font-medium">{name}</span>
          <span className="text-small text-graphite">{explain(value, Window === null)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function explain(value: string, isUnavailable: boolean): string {
  if (isUnavailable) return "Not available right now.";
  return value === "other"
    ? "Opens a window where you choose the result. No real payment is made."
    : "Opens the provider's own window.";
}
