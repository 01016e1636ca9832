import { isApiError } from "@vetrina/client/api-error";
import type { ListPaymentProvidersOutput } from "@vetrina/client/types";
import { buyableLines } from "@vetrina/commerce/cart";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { toast } from "@vetrina/ui/toast";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { browserApi } from "../lib/api.ts";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import { fetchCode } from "../lib/when-needed.ts";
import {
  type Attempt,
  loadAttempt,
  deliverByOf,
  orderBody,
  type OrderBody,
  saveAttempt,
  signatureOf,
} from "../order/attempt.ts";
import { forgetUnpaid, type Held, rememberUnpaid } from "../order/unpaid-orders.ts";
import { isBlocking, type LineProblem, problemOf } from "./line-problems.ts";
import type { Approve } from "../payment/payment-flow.ts";
import { chooseWay, waysToPay } from "../payment/providers.ts";
import { furthestStep } from "./steps.ts";
import { thankYouPath } from "../order/thank-you-path.ts";
import type { Choice, Quoting } from "./use-checkout-quote.ts";
import { useCheckoutStart } from "./use-checkout-start.ts";
import type { AddressDraft } from "../draft/draft.ts";
import { useDraft } from "../draft/use-draft.ts";
import { useForm } from "./use-form.ts";
import { useDiscountCode } from "../draft/discount-code.ts";
import { useLines } from "../cart/use-lines.ts";
import { usePayment } from "../payment/use-payment.ts";
import type { Message } from "../payment/outcome-message.ts";
import type { Placed } from "../payment/pay-placed.ts";
import { usePlacedOrder } from "./use-placed-order.ts";
import { draftErrors, errorsByField } from "./validate.ts";

export type Providers = ListPaymentProvidersOutput["items"];
export type Checkout = ReturnType<typeof useCheckout>;

/** The state of the quote until the server has returned one. */
const unanswered: Quoting = {
  quote: undefined,
  isUpdating: false,
  rateRefusal: null,
  error: null,
  refetch() {},
  setQuote: (quote) => quote,
  setQuoteWithoutRate() {},
};

/** The code that places an order. preloadLaterSteps() loads it once a field of the first step receives focus. */
export const orderPlacing = () => fetchCode(() => import("../order/place-order.ts"));

/** A free order is placed without a payment provider. */
const noProvider = { value: "other", name: "the shop" };

/**
 * The whole checkout: the lines, the entered data, the server's quote, and the payment. The page renders Questions with
 * the props in `questions`; that component runs the queries.
 */
export function useCheckout(providers: Providers) {
  const { id: storeId, slug, country } = useStore();
  const money = useMoney();
  const [query] = useSearchParams();
  const lines = useLines(query.get("buy") === "now");
  const { draft, isReady, change } = useDraft();
  const discountCode = useDiscountCode();
  const form = useForm(draft, change);
  const [found, setFound] = useState<OrderWithItems>();
  const [isAsking, setAsking] = useState(false);
  const [isBeingPaid, setBeingPaid] = useState(false);
  // The units that this browser's unpaid orders hold; null until they are known.
  const [held, setHeld] = useState<Held | null>(null);
  const payment = usePayment();
  const placed = usePlacedOrder(found, payment.isBusy);
  const navigate = useNavigate();

  const buyable = buyableLines(lines.items);
  // Once the queries have started, they go on even without lines. If the order is paid elsewhere, its lines disappear,
  // and the page must still show that it was paid.
  if (!isAsking && (buyable.length > 0 || placed.attempt?.orderId)) setAsking(true);
  const isInformed = Object.keys(draftErrors(draft)).length === 0;
  const choice = {
    destination: isInformed ? placeOf(draft.shipping) : countryOf(draft.shipping, country),
    rateId: draft.rateId,
    discountCode,
    vatId: draft.vatId,
  };
  const [answered, setAnswered] = useState(unanswered);
  const quoting = buyable.length > 0 ? answered : unanswered;
  const { quote, rateRefusal } = quoting;
  // The message about a rejected method, until another method is chosen. Kept here, because the next quote is requested
  // without the rejected method and so has no message.
  const [methodMessage, setMethodMessage] = useState<string | null>(null);
  const signature = signatureOf(draft, buyable, discountCode);
  // An order already placed for these items holds their units and prices, so the shopper pays that order's total. While
  // an order is being paid, it is shown even if another tab changes the cart.
  const isOfOrder = placed.attempt?.signature === signature || payment.isPlaced;
  const order = isOfOrder ? placed.order : null;
  const problems = problemsOf();
  const isBlocked = [...problems.values()].some(isBlocking);
  const ways = waysToPay(providers);
  const way = chooseWay(ways, query.get("pay"));
  const furthest = furthestStep({
    information: isInformed,
    shipping: draft.rateId !== "" && isOffered(quote, draft.rateId),
  });

  const load = () => loadAttempt(slug);
  const save = (attempt: Attempt | null) => saveAttempt(slug, attempt);
  const toOrder = async (orderId: string) => navigate(thankYouPath(orderId), { replace: true });

  useCheckoutStart(lines.isReady ? buyable[0]?.productId : undefined);
  useEffect(() => {
    if (rateRefusal !== null && quote) rejectRate(rateRefusal, quote);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rateRefusal]);

  function rejectRate(message: string, next: Quote): void {
    quoting.setQuoteWithoutRate(next);
    setMethodMessage(message);
    change((before) => ({ ...before, rateId: "" }));
  }

  function chooseRate(rateId: string): void {
    setMethodMessage(null);
    change((before) => ({ ...before, rateId }));
  }

  function problemsOf(): Map<string, LineProblem> {
    const found = new Map<string, LineProblem>();
    for (const item of lines.items) {
      const known = buyable.some(({ id }) => id === item.id);
      const problem = known
        ? quote && held && problemOf(item, quote, held)
        : { kind: "missing" as const };
      if (problem) found.set(item.id, problem);
    }
    return found;
  }

  /** Places an order for the cart as it is shown. */
  async function place(body: OrderBody): Promise<Placed> {
    const [{ placeOrder }, { orders, customers }] = await Promise.all([
      orderPlacing(),
      browserApi(),
    ]);
    // With an expired token, the order would be a guest's. This call renews the token, or rejects if the session has
    // ended.
    if (draft.account !== "") await customers.getMyCustomer({ storeId });
    const result = await placeOrder({ orders, storeId, load, save }, body, signature);
    remember(result.orderId);
    if (draft.savesAddress) keepAddress();
    return result;
  }

  function remember(orderId: string): void {
    rememberUnpaid(slug, orderId, lines.isBuyNow ? [] : buyable, discountCode);
  }

  /** Saves the address to the account. The order is placed even if this fails. */
  function keepAddress(): void {
    change((before) => ({ ...before, savesAddress: false }));
    import("./save-address.ts")
      .then(({ saveAddress }) => saveAddress(draft))
      .catch(() => toast({ title: "The address could not be saved to your account." }));
  }

  async function pay(approve?: Approve): Promise<void> {
    if (isBlocked) document.querySelector<HTMLElement>("[data-line-notice=blocking]")?.focus();
    const task = order
      ? () => {
          remember(order.id);
          return Promise.resolve({ orderId: order.id, isResumed: true });
        }
      : quote && (() => place(orderBody(draft, buyable, quote)));
    const isFree = (order ?? quote)?.total === 0;
    if ((!way && !isFree) || !task || isBlocked) return;
    await payment.run({
      provider: way ?? noProvider,
      approve,
      paidPath: thankYouPath,
      place: task,
      onRefused: (error) => refused(error, quote),
      onPaid: toOrder,
      onPending: toOrder,
      onExpired() {
        const orderId = load()?.orderId;
        if (orderId) forgetUnpaid(slug, orderId);
        save(null);
        quoting.refetch();
      },
    });
  }

  /**
   * Handles a rejected order: updates the quote and the draft, and returns the message to show. Null if the fields show
   * the errors; undefined for the default message.
   */
  function refused(error: unknown, shown: Quote | undefined): Message | null | undefined {
    if (isApiError(error, "VALIDATION_FAILED")) {
      const { errors, rest } = errorsByField(error.details);
      if (Object.keys(errors).length === 0) return { tone: "error", text: rest.join(" ") };
      form.refuse(errors);
      return null;
    }
    if (isApiError(error, "TOTAL_CHANGED")) {
      const { quote: next } = error.details as { quote: Quote };
      if (next.methodMessage !== null) {
        rejectRate(next.methodMessage, next);
        return { tone: "error", text: `${next.methodMessage} You haven't been charged.` };
      }
      quoting.setQuote(next);
      const isLater = shown?.total === next.total && deliverByOf(shown) !== deliverByOf(next);
      const what = isLater
        ? "The delivery dates have changed."
        : `The total has changed from ${money(shown?.total ?? 0)} to ${money(next.total)}.`;
      const text = `${what} You haven't been charged. Check the order summary before you continue.`;
      const action = next.total === 0 ? "Complete order" : `Pay ${money(next.total)}`;
      return { tone: "error", text, action };
    }
    if (isApiError(error) && error.statusCode === 401) {
      change((before) => ({ ...before, account: "", savesAddress: false }));
      const text =
        "Your session has ended. You haven't been charged, and what you entered is saved. Continue as a guest, or sign in at step 1.";
      return { tone: "error", text, action: "Continue as guest" };
    }
    if (isApiError(error, "SHIPPING_UNAVAILABLE")) change((before) => ({ ...before, rateId: "" }));
    if (isApiError(error)) quoting.refetch();
    return undefined;
  }

  return {
    isReady: isReady && lines.isReady,
    lines,
    buyable,
    draft,
    change,
    form,
    quoting,
    /** Why the previously chosen method is no longer available; null if there is nothing to report. */
    methodMessage,
    chooseRate,
    /** The props of `Questions`; null if there is nothing to query. */
    questions: isAsking
      ? {
          lines: buyable,
          choice,
          orderId: placed.attempt?.orderId ?? null,
          intentId: payment.intentId,
          isPaying: payment.isBusy,
          onQuoting: setAnswered,
          onOrder: setFound,
          onBeingPaid: setBeingPaid,
          onHeld: setHeld,
        }
      : null,
    order,
    /** Whether an order for some of these items is being paid, so they must not be paid again. */
    isBeingPaid,
    problems,
    isBlocked,
    ways,
    way,
    furthest,
    payment,
    pay,
  };
}

/** The fields that determine shipping and tax. */
function placeOf({ country, region, postalCode }: AddressDraft): Choice["destination"] {
  return { country, region: region.trim(), postalCode: postalCode.trim() };
}

/** The destination of an incomplete address: its country, unless it is the store's own. */
function countryOf({ country }: AddressDraft, ofStore: string): Choice["destination"] {
  return country === ofStore ? null : { country };
}

/** Whether the method can be chosen. True until the quote arrives, so that the choice is kept. */
function isOffered(quote: Quote | undefined, rateId: string): boolean {
  return quote === undefined || quote.methods.some(({ id }) => id === rateId);
}
