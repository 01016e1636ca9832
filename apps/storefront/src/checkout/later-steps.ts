import { preload, whenNeeded } from "../lib/when-needed.ts";
import { orderPlacing } from "./use-checkout.ts";
import { loadPostalCodes } from "./validate.ts";
import { paymentFlow } from "../payment/use-payment.ts";

/** The later steps. Their code is loaded when the shopper begins to fill in the first one. */
export const LaterSteps = {
  /** The error summary of the first step, shown once that step has been submitted with errors. */
  Errors: whenNeeded(() => import("./error-summary.tsx")),
  Shipping: whenNeeded(() => import("./shipping-step.tsx")),
  Payment: whenNeeded(() => import("./reviewed-payment.tsx")),
  /** Covers the page during the payment. */
  Overlay: whenNeeded(async () => ({
    default: (await import("../payment/loading-overlay.tsx")).LoadingOverlay,
  })),
};

/**
 * Loads the code of the later steps and of the payment, and the rules for postal codes. Call it when a field of the
 * first form receives focus.
 */
export function preloadLaterSteps(): void {
  LaterSteps.Errors.preload();
  LaterSteps.Shipping.preload();
  LaterSteps.Payment.preload();
  LaterSteps.Overlay.preload();
  preload(paymentFlow);
  preload(orderPlacing);
  preload(loadPostalCodes);
}
