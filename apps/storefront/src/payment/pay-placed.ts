import { browserApi } from "../lib/api.ts";
import { type Message, outcomeMessage } from "./outcome-message.ts";
import {
  type Approval,
  type Approve,
  payOrder,
  type PaymentOutcome,
  type Provider,
  type ToApprove,
} from "./payment-flow.ts";
import { forgetUnderWay, noteUnderWay } from "./under-way.ts";

/** The checkout's current phase, which determines the overlay and the provider's window. */
export type Phase =
  | { name: "idle" }
  | { name: "placing" | "opening" | "processing" | "waiting" }
  /** The shopper is approving the payment at this provider. */
  | { name: "approving"; intentId: string; provider: string }
  | { name: "window"; intentId: string; declined: ToApprove["declined"] };

/** The order to pay. `isResumed`: it was placed earlier, so it may already be paid or being paid. */
export type Placed = {
  orderId: string;
  isResumed: boolean;
  /** Whether the order is free and therefore already complete. */
  isComplete?: boolean;
};

/** The outcome of a payment. `message` is shown on the page where the payment can be tried again; null for none. */
export type Ended = { outcome: PaymentOutcome; message: Message | null };

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
  /** Called with any error, such as a rejected order. Returns the message: null for none, undefined for the default. */
  onRefused: (error: unknown) => Message | null | undefined;
  onExpired: () => void;
};

type Paying = {
  slug: string;
  /** The store's currency, which all its orders have. */
  currency: string;
  task: Run;
  placed: Placed;
  /** Whether the component that runs the payment is still mounted. */
  isMounted: () => boolean;
  onPhase: (phase: Phase) => void;
  /** Lets the shopper approve the payment in our own payment window. */
  openWindow: Approve;
};

/** Pays a placed order. The payment's data is stored, so that it can be finished after a reload or on another page. */
export async function payPlaced({
  slug,
  currency,
  task,
  placed,
  isMounted,
  onPhase,
  openWindow,
}: Paying): Promise<Ended> {
  const { provider } = task;
  const { orderId, isResumed } = placed;

  const approve: Approve = async (payment) => {
    // Without a mounted page, the provider's window can't be shown.
    if (!isMounted()) return { kind: "closed" };
    const underWay = {
      orderId,
      provider: provider.value,
      intentId: payment.intent.id,
      path: task.path ?? location.pathname + location.search,
      paidPath: task.paidPath(orderId),
    };
    noteUnderWay(slug, { ...underWay, isApproved: false });
    const approval = await askForApproval(payment);
    if (approval.kind === "approved") noteUnderWay(slug, { ...underWay, isApproved: true });
    return approval;
  };

  function askForApproval(payment: Parameters<Approve>[0]): Promise<Approval> {
    if (task.approve === undefined) return openWindow(payment);
    onPhase({ name: "approving", intentId: payment.intent.id, provider: provider.name });
    return task.approve(payment);
  }

  const { payments } = await browserApi();
  const deps = {
    payments,
    provider,
    currency,
    wait,
    approve,
    onPhase: (name: Named) => onPhase({ name }),
  };
  const outcome = await payOrder(deps, orderId, isResumed);
  // Keeps the record of a closed payment. The shopper can still approve it on the provider's page, which then leads
  // back to this shop.
  if (outcome.kind !== "closed") forgetUnderWay(slug, orderId);
  return { outcome, message: outcomeMessage(outcome) };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Named = "opening" | "processing" | "waiting";
