import { isApiError } from "@vetrina/client/api-error";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useStore } from "../lib/store.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { Approval, Approve, PaymentOutcome, Provider } from "./payment-flow.ts";
import { couldNotInitiate, errorText } from "./payment-messages.ts";

/** The checkout's current phase, which determines the overlay and the provider's window. */
export type Phase =
  | { name: "idle" }
  | { name: "placing" | "opening" | "processing" | "waiting" }
  /** The shopper is approving the payment at this provider. */
  | { name: "approving"; intentId: string; provider: string }
  | { name: "window"; intentId: string; message: string | null };

/**
 * The content of the message area. `action` is the label of a button that tries the payment again with the current
 * data.
 */
export type Message = { tone: "notice" | "error"; text: string; action?: string };

/** The order to pay. `isResumed`: it was placed earlier, so it may already be paid or being paid. */
export type Placed = {
  orderId: string;
  isResumed: boolean;
  /** Whether the order is free and therefore already complete. */
  isComplete?: boolean;
};

/** How a payment ended, and the message to show where it can be tried again. */
export type Ended = { outcome: PaymentOutcome; message: Message | null };

/** Loaded when the shopper is about to pay. */
export const paymentFlow = () => fetchCode(() => import("./pay-placed.ts"));

export type Run = {
  provider: Provider;
  place: () => Promise<Placed>;
  /** How the shopper approves the payment. Default: in our own window. */
  approve?: Approve | undefined;
  /** The path of the page where the payment can be tried again after a reload. Default: this page. */
  path?: string | undefined;
  /** The path of the page that is shown after payment. */
  paidPath: (orderId: string) => string;
  /** Both functions open another page. The overlay stays until that page is shown. */
  onPaid: (orderId: string) => Promise<void>;
  onPending: (orderId: string) => Promise<void>;
  /** Called if the order was rejected. Returns the message to show; undefined for the default message. */
  onRefused: (error: unknown) => Message | null | undefined;
  onExpired: () => void;
};

const complete: Ended = { outcome: { kind: "paid" }, message: null };

/** Runs one payment at a time, from placing the order until the payment has ended. */
export function usePayment() {
  const { slug, currency } = useStore();
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  // The message to start with. A page that a provider returned to may pass one in the navigation state.
  const [message, setMessage] = useState<Message | null>(messageOf(useLocation().state));
  const answer = useRef<((choice: "approved" | "closed") => void) | null>(null);
  const isRunning = useRef(false);
  const isMounted = useMounted();

  /** Runs a payment. Resolves once it has ended, whether paid or not. */
  async function run(task: Run): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setMessage(null);
    setPhase({ name: "placing" });
    let hasLeft = false;
    try {
      const placed = await task.place();
      const { outcome, message } = placed.isComplete ? complete : await pay(task, placed);
      await conclude(task, placed.orderId, outcome);
      setMessage(message);
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
      // After leaving, the page may be rendered once more. In the phase "idle" it would treat the order as paid
      // elsewhere.
      if (!hasLeft) setPhase({ name: "idle" });
    }
  }

  async function pay(task: Run, placed: Placed): Promise<Ended> {
    const { payPlaced } = await paymentFlow();
    return payPlaced({
      slug,
      currency,
      task,
      placed,
      isMounted: () => isMounted.current,
      onPhase: setPhase,
      openWindow: ({ intent, message }) => {
        const { promise, resolve } = Promise.withResolvers<Approval>();
        answer.current = (kind) => resolve({ kind });
        setPhase({ name: "window", intentId: intent.id, message });
        return promise;
      },
    });
  }

  return {
    phase,
    message,
    isBusy: phase.name !== "idle",
    intentId: "intentId" in phase ? phase.intentId : null,
    run,
    setMessage,
    /** The shopper's choice in our own window. */
    onWindow: (choice: "approved" | "closed") => answer.current?.(choice),
  };
}

export type Payment = ReturnType<typeof usePayment>;

async function conclude(task: Run, orderId: string, outcome: PaymentOutcome): Promise<void> {
  if (outcome.kind === "paid") await task.onPaid(orderId);
  else if (outcome.kind === "pending") await task.onPending(orderId);
  else if (outcome.kind === "expired") task.onExpired();
}

/** The state of a history entry that carries a message. */
export type MessageState = { paymentMessage: Message | null };

function messageOf(state: unknown): Message | null {
  const { paymentMessage } = (state ?? {}) as Partial<MessageState>;
  return paymentMessage ?? null;
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
