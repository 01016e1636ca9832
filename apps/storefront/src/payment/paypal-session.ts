import type { Approval, Approve, ToApprove } from "./payment-flow.ts";
import { failureText } from "./provider-messages.ts";

type Attempt = {
  /** The payment that the shopper is asked to approve. */
  payment: ToApprove | null;
  /** Gives the payment flow the approval that it waits for. */
  answer: ((approval: Approval) => void) | null;
  /** Resolves `onApprove`, which PayPal waits for after an approval. */
  conclude: ((next: "restart" | "end") => void) | null;
  /** Whether PayPal's button was removed from the page. Its window is then closed. */
  isLeft: boolean;
};

/** Runs a payment from beginning to end. */
type Pay = (approve: Approve) => Promise<void>;

/**
 * Connects PayPal's callbacks with the payment flow, which is started by the function given to `payBy`. After a
 * decline, PayPal's window is shown again if `isRestartable`. Otherwise (card fields), the payment fails with the
 * reason.
 */
export function createPayPalSession({ isRestartable }: { isRestartable: boolean }) {
  let current: Attempt | null = null;
  let pay: Pay | null = null;

  /** Resolves with PayPal's order id once our order is placed. */
  function createOrder(): Promise<string> {
    const order = Promise.withResolvers<string>();
    const attempt: Attempt = { payment: null, answer: null, conclude: null, isLeft: false };
    current = attempt;
    const approve: Approve = (payment) => {
      const { intent, declined } = payment;
      attempt.payment = payment;
      if (attempt.isLeft) return Promise.resolve({ kind: "closed" });
      if (declined !== null && !isRestartable)
        return Promise.resolve({ kind: "failed", text: failureText(declined) });
      order.resolve(intent.id);
      attempt.conclude?.("restart");
      const { promise, resolve } = Promise.withResolvers<Approval>();
      attempt.answer = resolve;
      return promise;
    };
    void pay?.(approve).finally(() => {
      if (current === attempt) current = null;
      // Rejecting makes PayPal close its window. The page has already shown the reason.
      order.reject(new Error("The payment has ended."));
      attempt.conclude?.("end");
    });
    return order.promise;
  }

  /** Resolves once the payment has ended or must be approved again. PayPal's window stays open until then. */
  async function onApprove(restart?: () => void): Promise<void> {
    const attempt = current;
    if (attempt === null) return;
    const { promise, resolve } = Promise.withResolvers<"restart" | "end">();
    attempt.conclude = resolve;
    attempt.answer?.({ kind: "approved" });
    if ((await promise) === "restart") restart?.();
  }

  return {
    payBy(next: Pay) {
      pay = next;
    },
    createOrder,
    /** The payment that is in progress; null if there is none. */
    payment: () => current?.payment ?? null,
    onApprove,
    /** Closes the payment that the shopper hasn't approved yet. Call it when PayPal's button is removed. */
    leave() {
      if (current === null) return;
      current.isLeft = true;
      current.answer?.({ kind: "closed" });
    },
    onCancel: () => current?.answer?.({ kind: "closed" }),
    onError: (error: unknown) => current?.answer?.({ kind: "failed", text: textOf(error) }),
  };
}

function textOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : "PayPal reported an error.";
}
