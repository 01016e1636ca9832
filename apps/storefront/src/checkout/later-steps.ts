import { lazy } from "react";

const shipping = () => import("./shipping-step.tsx");
const payment = () => import("./reviewed-payment.tsx");
/** Placing the order and paying it. */
export const paymentFlow = () => import("./payment-flow.ts");
export const orderPlacing = () => import("./place-order.ts");

/** The steps nobody sees first; their code comes when somebody begins to fill in the first. */
export const LaterSteps = { Shipping: lazy(shipping), Payment: lazy(payment) };

/** Fetches them; call it when somebody reaches for the first step's form. */
export function preloadLaterSteps(): void {
  void shipping();
  void payment();
  void paymentFlow();
  void orderPlacing();
}
