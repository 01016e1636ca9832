import type { PaymentFact } from "../../gateways/provider.ts";

/** Whether the provider has decided: the shopper can do no more with this payment. */
export function hasEnded({ state }: PaymentFact): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
