import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/api.ts";
import { useStore } from "../lib/store.ts";
import { thankYouPath } from "./thank-you-path.ts";
import { giveUpOrder } from "./unpaid-orders.ts";
import { LoadingOverlay } from "../payment/loading-overlay.tsx";
import { finishOrder, type PaymentOutcome } from "../payment/payment-flow.ts";
import { outcomeMessage } from "../payment/outcome-message.ts";
import { wait } from "../payment/pay-placed.ts";
import { forgetUnderWay, paymentUnderWay, type UnderWay } from "../payment/under-way.ts";
import type { MessageState } from "../payment/use-payment.ts";
import type { Phase } from "../payment/pay-placed.ts";

const notFinishedText =
  "The payment was not finished. You haven't been charged. Your order is held. You can try again.";

/**
 * Finishes a payment that was approved on another page or before a reload, then opens the order's page, or the page
 * where the payment can be tried again. Loaded lazily (a default export), because few checkouts need it.
 */
export default function ReturnedPayment({ orderId }: { orderId: string }) {
  const { slug } = useStore();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>({ name: "processing" });

  useEffect(() => {
    let isLeft = false;
    const finish = async () => {
      const { path, state } = await finishThere(slug, orderId, setPhase);
      if (!isLeft) await navigate(path, { replace: true, state });
    };
    void finish();
    return () => {
      isLeft = true;
    };
  }, [slug, orderId, navigate]);
  return <LoadingOverlay phase={phase} />;
}

/** Finishes the payment. Returns the path of the next page and the message to show there. */
async function finishThere(
  slug: string,
  orderId: string,
  onPhase: (phase: Phase) => void,
): Promise<{ path: string; state?: MessageState }> {
  const payment = paymentUnderWay(slug, orderId);
  // If the payment isn't stored, for example because it was started in another browser, only the thank-you page can
  // show its result.
  if (payment === null) return { path: thankYouPath(orderId) };
  const outcome = await outcomeOf(payment, onPhase);
  forgetUnderWay(slug, orderId);
  if (outcome.kind === "paid" || outcome.kind === "pending") return { path: payment.paidPath };
  if (outcome.kind === "expired") giveUpOrder(slug, orderId);
  return {
    path: payment.path,
    state: { paymentMessage: outcomeMessage(outcome, notFinishedText) },
  };
}

async function outcomeOf(
  { orderId, provider, intentId }: UnderWay,
  onPhase: (phase: Phase) => void,
): Promise<PaymentOutcome> {
  const { payments } = await browserApi();
  return finishOrder(
    {
      payments,
      provider: { value: provider, name: provider },
      wait,
      onPhase: (name) => onPhase({ name }),
    },
    orderId,
    intentId,
  );
}
