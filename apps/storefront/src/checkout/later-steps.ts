import { fetchCode, preload, whenNeeded } from "../lib/when-needed.ts";
import { paymentFlow } from "../payment/use-payment.ts";

/** The steps nobody sees first; their code comes when somebody begins to fill in the first. */
export const LaterSteps = {
  Shipping: whenNeeded(() => import("./shipping-step.tsx")),
  Payment: whenNeeded(() => import("./reviewed-payment.tsx")),
};

/** Fetched when the shopper is about to place an order. */
export const orderPlacing = () => fetchCode(() => import("../order/place-order.ts"));

/** Fetches the later steps and what they need; call it when somebody reaches for the first step's form. */
export function preloadLaterSteps(): void {
  LaterSteps.Shipping.preload();
  LaterSteps.Payment.preload();
  preload(paymentFlow);
  preload(orderPlacing);
}
