import type { PaymentFact } from "../../gateways/provider.ts";

/** Whether the payment has ended: the shopper can no longer do anything with it. */
export function hasEnded({ state }: PaymentFact): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
