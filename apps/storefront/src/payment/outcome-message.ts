import type { PaymentOutcome } from "./payment-flow.ts";

/**
 * The content of the message area. Blank lines separate the paragraphs of `text`. `action` is the label of a button that
 * tries the payment again with the current data.
 */
export type Message = { tone: "notice" | "error"; text: string; action?: string };

const closedText =
  "You closed the payment window. You haven't been charged. Your order is held. You can try again.";
const expiredText =
  "This order has expired and the items were released. You haven't been charged. You can place it again.";

/**
 * The message shown where the payment can be tried again; null if it can't, because the order is paid or being paid.
 */
export function outcomeMessage(outcome: PaymentOutcome, closed = closedText): Message | null {
  switch (outcome.kind) {
    case "paid":
    case "pending":
      return null;
    case "closed":
      return { tone: "notice", text: closed };
    case "failed":
      return { tone: "error", text: outcome.text };
    case "expired":
      return { tone: "error", text: expiredText, action: "Place the order again" };
  }
}
