import { isApiError } from "@vetrina/client/api-error";
import { type RefObject, useEffect, useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { PaymentOutcome, Provider } from "./payment-flow.ts";
import { couldNotInitiate, errorText } from "./payment-messages.ts";

/** What the checkout is doing: the overlay and the provider's window follow from it. */
export type Phase =
  | { name: "idle" }
  | { name: "placing" | "opening" | "processing" | "waiting" }
  | { name: "window"; intentId: string; message: string | null };

/** What the message area says; `action` is the label of a button that tries again as things stand now. */
export type Message = { tone: "notice" | "error"; text: string; action?: string };

/** What the purchase came to, or that an order given up for it turned out to be paid or on its way to be. */
export type Placed = {
  orderId: string;
  isResumed: boolean;
  /** It costs nothing, so that it is complete already. */
  isComplete?: boolean;
};

/** Fetched when the shopper is about to pay. */
export const paymentFlow = () => fetchCode(() => import("./payment-flow.ts"));

type Run = {
  provider: Provider;
  place: () => Promise<Placed>;
  /** Both leave for another page; the overlay stays until they have. */
  onPaid: (orderId: string) => Promise<void>;
  onPending: (orderId: string) => Promise<void>;
  /** The order was refused: says what to show, undefined for the usual words. */
  onRefused: (error: unknown) => Message | null | undefined;
  onExpired: () => void;
};

const closedText =
  "You closed the payment window. You haven't been charged. Your order is held and your cart is unchanged.";
const expiredText =
  "This order has expired and the items were released. You haven't been charged. You can place it again.";

const complete: PaymentOutcome = { kind: "paid" };

/** Runs one payment at a time, from the order to the provider's last word. */
export function usePayment() {
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  const [message, setMessage] = useState<Message | null>(null);
  const answer = useRef<((said: "approved" | "closed") => void) | null>(null);
  const isRunning = useRef(false);
  const isMounted = useMounted();

  async function run(task: Run): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setMessage(null);
    setPhase({ name: "placing" });
    let hasLeft = false;
    try {
      const placed = await task.place();
      const outcome = placed.isComplete ? complete : await pay(task, placed);
      await conclude(task, placed.orderId, outcome);
      hasLeft = outcome.kind === "paid" || outcome.kind === "pending";
    } catch (error) {
      const refusal = task.onRefused(error);
      setMessage(
        refusal === undefined
          ? { tone: "error", text: couldNotInitiate(task.provider.name, errorText(error)) }
          : refusal,
      );
      if (!isApiError(error)) console.error(error);
    } finally {
      isRunning.current = false;
      // The page that was left may be drawn once more, and must not take the order for one paid elsewhere.
      if (!hasLeft) setPhase({ name: "idle" });
    }
  }

  async function pay({ provider }: Run, { orderId, isResumed }: Placed) {
    const [{ payOrder }, { payments }] = await Promise.all([paymentFlow(), browserApi()]);
    return payOrder(
      {
        payments,
        provider,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onPhase: (name) => setPhase({ name }),
        openWindow: (intentId, message) => {
          // A page that was left has no window to show.
          if (!isMounted.current) return Promise.resolve("closed");
          const { promise, resolve } = Promise.withResolvers<"approved" | "closed">();
          answer.current = resolve;
          setPhase({ name: "window", intentId, message });
          return promise;
        },
      },
      orderId,
      isResumed,
    );
  }

  async function conclude(task: Run, orderId: string, outcome: PaymentOutcome): Promise<void> {
    if (outcome.kind === "paid") await task.onPaid(orderId);
    else if (outcome.kind === "pending") await task.onPending(orderId);
    else if (outcome.kind === "closed") setMessage({ tone: "notice", text: closedText });
    else if (outcome.kind === "failed") setMessage({ tone: "error", text: outcome.text });
    else {
      task.onExpired();
      setMessage({ tone: "error", text: expiredText, action: "Place the order again" });
    }
  }

  return {
    phase,
    message,
    isBusy: phase.name !== "idle",
    intentId: phase.name === "window" ? phase.intentId : null,
    run,
    setMessage,
    /** What the shopper did in the provider's window. */
    onWindow: (said: "approved" | "closed") => answer.current?.(said),
  };
}

function useMounted(): RefObject<boolean> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
