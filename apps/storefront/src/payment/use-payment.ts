import { isApiError } from "@vetrina/client/api-error";
import { type RefObject, useEffect, useRef, useState } from "react";
import { browserApi } from "../lib/api.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { PaymentOutcome, Provider } from "./payment-flow.ts";
import { couldNotInitiate, errorText } from "./payment-messages.ts";

/** The checkout's current phase, which determines the overlay and the provider's window. */
export type Phase =
  | { name: "idle" }
  | { name: "placing" | "opening" | "processing" | "waiting" }
  | { name: "window"; intentId: string; message: string | null };

/** The content of the message area. `action` is the label of a button that tries again with the current data. */
export type Message = { tone: "notice" | "error"; text: string; action?: string };

/** The result of the purchase, or that an order given up for it is paid or being paid. */
export type Placed = {
  orderId: string;
  isResumed: boolean;
  /** The order is free, so it is already complete. */
  isComplete?: boolean;
};

/** Loaded when the shopper is about to pay. */
export const paymentFlow = () => fetchCode(() => import("./payment-flow.ts"));

type Run = {
  provider: Provider;
  place: () => Promise<Placed>;
  /** Both go to another page. The overlay stays until that is shown. */
  onPaid: (orderId: string) => Promise<void>;
  onPending: (orderId: string) => Promise<void>;
  /** The order was refused: returns the message to show, undefined for the default one. */
  onRefused: (error: unknown) => Message | null | undefined;
  onExpired: () => void;
};

const closedText =
  "You closed the payment window. You haven't been charged. Your order is held and your cart is unchanged.";
const expiredText =
  "This order has expired and the items were released. You haven't been charged. You can place it again.";

const complete: PaymentOutcome = { kind: "paid" };

/** Runs one payment at a time, from placing the order to the provider's final answer. */
export function usePayment() {
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  const [message, setMessage] = useState<Message | null>(null);
  const answer = useRef<((choice: "approved" | "closed") => void) | null>(null);
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
      // The page may be rendered once more after leaving it, and must not treat the order as paid elsewhere.
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
    /** The shopper's choice in the provider's window. */
    onWindow: (choice: "approved" | "closed") => answer.current?.(choice),
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
