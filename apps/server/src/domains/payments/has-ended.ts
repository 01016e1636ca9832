import type { PaymentFact } from "../../gateways/provider.ts";

/** Whether the payment has ended, so that the shopper can't continue it. */
export function hasEnded({ state }: PaymentFact): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
