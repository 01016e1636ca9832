import { isApiError } from "@vetrina/client/api-error";
import { formatMoney } from "@vetrina/commerce/money";
import { Button } from "@vetrina/ui/button";
import { Dialog } from "@vetrina/ui/dialog";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { ProviderWindowProps } from "./provider-window-props.ts";
import { browserApi } from "../lib/api.ts";
import { QueryScope } from "../lib/query.tsx";
import { useStore } from "../lib/store.ts";
import { useStay } from "../rendering/use-stay.ts";

const decisions = [
  { value: "approve", label: "Approve", text: "The payment goes through." },
  { value: "decline", label: "Decline", text: "The card is declined. You can try another." },
  { value: "fail", label: "Fail", text: "The provider reports an error." },
  {
    value: "timeout",
    label: "Time out",
    text: "The payment succeeds, but the provider doesn't confirm it.",
  },
] as const;
type Decision = (typeof decisions)[number]["value"];

/**
 * The built-in test provider's window: no money is charged, and the shopper chooses the payment's result. A default
 * export, because it is loaded lazily, when it is first opened.
 */
export default function TestPaymentWindow(props: ProviderWindowProps) {
  return (
    <QueryScope>
      <Decisions {...props} />
    </QueryScope>
  );
}

function Decisions({ intentId, declined, onApproved, onClosed }: ProviderWindowProps) {
  const { locale, name } = useStore();
  const checkout = useRouteLoaderData<{ providers: readonly unknown[] }>("routes/checkout");
  const hasOtherMethods = (checkout?.providers.length ?? 0) > 1;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isOver = useRef(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ["test-payment", intentId],
    queryFn: async ({ signal }) =>
      (await browserApi()).payments.getTestPayment({ id: intentId }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

  function end(report: () => void) {
    if (isOver.current) return;
    isOver.current = true;
    report();
  }
  // Back closes the window, as it closes any other dialog on a phone.
  useStay(
    () => true,
    () => end(onClosed),
  );

  async function decide(decision: Decision) {
    setDeciding(decision);
    setFailure(null);
    try {
      await (await browserApi()).payments.decideTestPayment({ id: intentId, body: { decision } });
      end(onApproved);
    } catch (error) {
      // The payment has already ended, for example in another tab. The response of process-payment will say how.
      if (isApiError(error, "INVALID_TRANSITION")) end(onApproved);
      else setFailure("The test provider did not answer. Try again.");
      setDeciding(null);
    }
  }

  return (
    <Dialog open onClose={() => end(onClosed)} title="Test payment">
      <div className="grid gap-5 p-gutter">
        <p className="text-small text-graphite">
          This window simulates a payment provider. No card is needed and nothing is charged. Choose
          how the payment ends.
        </p>
        <div role="alert" className="empty:hidden">
          {declined !== null && failure === null ? (
            <div className="border-s-4 border-pin bg-tissue px-4 py-3 text-small">
              <p className="font-medium text-pin">Your payment was declined.</p>
              <p>
                {hasOtherMethods
                  ? "You haven't been charged. Try again, or close this window and use another payment method."
                  : "You haven't been charged. Try again."}
              </p>
              {declined.debug_id === null ? null : (
                <p className="text-graphite">Reference for support: {declined.debug_id}</p>
              )}
            </div>
          ) : null}
          {failure ? <p className="text-small font-medium text-pin">{failure}</p> : null}
        </div>
        <p className="flex items-baseline justify-between gap-4 border-y border-line py-3">
          <span>To {name}</span>
          <strong className="text-h3 font-semibold digits">
            {data ? (
              formatMoney(data.amount, data.currency, locale)
            ) : isError ? (
              <button type="button" className="text-link text-body" onClick={() => void refetch()}>
                Show the amount
              </button>
            ) : (
              <span className="text-body font-normal text-graphite">Loading…</span>
            )}
          </strong>
        </p>
        <ul className="grid gap-3">
          {decisions.map(({ value, label, text }) => (
            <li
              key={value}
              className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr] sm:items-center"
            >
              <Button
                variant={value === "approve" ? "primary" : "secondary"}
                busy={deciding !== null}
                busyText={deciding === value ? "One moment…" : label}
                aria-describedby={`test-payment-${value}`}
                onClick={() => void decide(value)}
              >
                {label}
              </Button>
              <span id={`test-payment-${value}`} className="text-small text-graphite">
                {text}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
