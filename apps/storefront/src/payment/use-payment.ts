import { isApiError } from "@vetrina/client/api-error";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useStore } from "../lib/store.ts";
import { fetchCode } from "../lib/when-needed.ts";
import type { Approval, PaymentOutcome } from "./payment-flow.ts";
import { couldNotInitiate, errorText } from "./payment-messages.ts";
import type { Message } from "./outcome-message.ts";
import type { Ended, Phase, Placed, Run } from "./pay-placed.ts";

/** Loads the code that pays for an order. The checkout loads it in advance (preloadLaterSteps). */
export const paymentFlow = () => fetchCode(() => import("./pay-placed.ts"));

const complete: Ended = { outcome: { kind: "paid" }, message: null };

/** Runs one payment at a time, from placing the order until the payment has ended. */
export function usePayment() {
  const { slug, currency } = useStore();
  const [phase, setPhase] = useState<Phase>({ name: "idle" });
  // When the provider sends the shopper back, the checkout's return page passes the payment's message on in the
  // navigation state.
  const [message, setMessage] = useState<Message | null>(messageOf(useLocation().state));
  const answer = useRef<((choice: "approved" | "closed") => void) | null>(null);
  const isRunning = useRef(false);
  const isMounted = useMounted();

  /** Resolves once the payment has ended, whether paid or not. Does nothing while another payment runs. */
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
      // While the next page is being loaded, this page may be rendered once more. In the phase "idle", it would treat
      // the order as paid elsewhere.
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
      openWindow: ({ intent, declined }) => {
        const { promise, resolve } = Promise.withResolvers<Approval>();
        answer.current = (kind) => resolve({ kind });
        setPhase({ name: "window", intentId: intent.id, declined });
        return promise;
      },
    });
  }

  return {
    phase,
    message,
    isBusy: phase.name !== "idle",
    /** Whether an order is being paid, not only placed. */
    isPlaced: phase.name !== "idle" && phase.name !== "placing",
    intentId: "intentId" in phase ? phase.intentId : null,
    run,
    setMessage,
    /** Call it with the shopper's choice in our own window. */
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
