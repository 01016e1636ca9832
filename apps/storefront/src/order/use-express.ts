import { isApiError } from "@vetrina/client/api-error";
import { type BuyableLine, toLineInput } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { readDiscountCode } from "../draft/discount-code.ts";
import { browserApi } from "../lib/api.ts";
import { useMoney } from "../lib/money.ts";
import { useStore } from "../lib/store.ts";
import type { Approve } from "../payment/payment-flow.ts";
import type { WayToPay } from "../payment/providers.ts";
import { usePayment } from "../payment/use-payment.ts";
import type { Message } from "../payment/outcome-message.ts";
import type { Placed } from "../payment/pay-placed.ts";
import { type Attempt, loadAttempt, type OrderBody, saveAttempt } from "./attempt.ts";
import { placeOrder } from "./place-order.ts";
import { thankYouPath } from "./thank-you-path.ts";
import { giveUpOrder, rememberUnpaid } from "./unpaid-orders.ts";

/** The lines that are bought outside the checkout, with the amounts as shown. */
export type ExpressCart = {
  lines: readonly BuyableLine[];
  quote: Quote;
  /** Whether a single line of the product page is bought, which leaves the cart as it is. */
  isBuyNow: boolean;
};

export type ExpressProps = {
  way: WayToPay;
  cart: ExpressCart;
  /** The path of the page where the payment can be tried again after a reload. Default: this page. */
  path?: string | undefined;
  /** Called when the shopper leaves for another page. */
  onLeave: () => void;
  /** Called if the provider's script can't be loaded. */
  onFailure: (text: string) => void;
};

/** The buyer and the destination, if known before the payment. */
type Buyer = Pick<OrderBody, "email" | "shippingAddress" | "shippingRateId" | "express">;
/** The amounts that the shopper has seen and confirms. */
type Seen = Pick<Quote, "subtotal" | "shipping" | "tax" | "total" | "currency">;

/** Buys with a provider's wallet: places the order, pays for it, and opens the thank-you page. Needs QueryScope. */
export function useExpress({ way, cart, path, onLeave }: ExpressProps) {
  const { id: storeId, slug } = useStore();
  const money = useMoney();
  const client = useQueryClient();
  const navigate = useNavigate();
  const payment = usePayment();

  async function place(buyer: Buyer, seen: Seen): Promise<Placed> {
    const discountCode = readDiscountCode(slug);
    const body = bodyOf(cart, buyer, seen);
    const signature = JSON.stringify(["express", body.items, body.discountCode ?? null, buyer]);
    const { orders } = await browserApi();
    const deps = {
      orders,
      storeId,
      load: () => loadAttempt(slug),
      save: (attempt: Attempt | null) => saveAttempt(slug, attempt),
    };
    const placed = await placeOrder(deps, body, signature);
    // A product page offers its product without the cart's code.
    if (cart.isBuyNow) rememberUnpaid(slug, placed.orderId, [], "");
    else rememberUnpaid(slug, placed.orderId, cart.lines, discountCode);
    return placed;
  }

  async function leave(orderId: string): Promise<void> {
    onLeave();
    await navigate(thankYouPath(orderId));
  }

  /** Resolves once the payment has ended. */
  function pay(approve: Approve, buyer: Buyer, seen: Seen = cart.quote): Promise<void> {
    return payment.run({
      provider: way,
      approve,
      path,
      paidPath: thankYouPath,
      place: () => place(buyer, seen),
      onPaid: leave,
      onPending: leave,
      onRefused: (error) => {
        void client.invalidateQueries({ queryKey: ["quote"] });
        return refusalOf(error, seen.total, money);
      },
      onExpired() {
        const orderId = loadAttempt(slug)?.orderId;
        if (orderId) giveUpOrder(slug, orderId);
      },
    });
  }
  return { payment, pay };
}

export type Express = ReturnType<typeof useExpress>;

function bodyOf({ lines, quote }: ExpressCart, buyer: Buyer, seen: Seen): OrderBody {
  const { subtotal, shipping, tax, total, currency } = seen;
  return {
    items: lines.map(toLineInput),
    shippingRateId: quote.method ?? undefined,
    // A discount code without effect isn't sent.
    discountCode: quote.discountCode ?? undefined,
    subtotal,
    shipping,
    tax,
    total,
    currency,
    ...buyer,
  };
}

/** The message about a rejected order; undefined for the default message. */
function refusalOf(
  error: unknown,
  shown: number,
  money: (major: number) => string,
): Message | undefined {
  if (!isApiError(error, "TOTAL_CHANGED")) return undefined;
  const { quote } = error.details as { quote: Quote };
  const text = `The total has changed from ${money(shown)} to ${money(quote.total)}. You haven't been charged. Check the new total and pay again.`;
  return { tone: "error", text };
}
