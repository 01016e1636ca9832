import { preload, whenNeeded } from "../lib/when-needed.ts";
import { orderPlacing, paymentFlow } from "../order/order-code.ts";

/** The steps nobody sees first; their code comes when somebody begins to fill in the first. */
export const LaterSteps = {
  Shipping: whenNeeded(() => import("./shipping-step.tsx")),
  Payment: whenNeeded(() => import("./reviewed-payment.tsx")),
};

/** Fetches them; call it when somebody reaches for the first step's form. */
export function preloadLaterSteps(): void {
  LaterSteps.Shipping.preload();
  LaterSteps.Payment.preload();
  preload(paymentFlow);
  preload(orderPlacing);
}
