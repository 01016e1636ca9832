import type { Shop } from "../lib/store.ts";

/** A sentence that names the estimated amounts: shipping, and tax if the store adds it. */
export function estimatedWords({ taxPercent }: Pick<Shop, "taxPercent">): string {
  return taxPercent > 0 ? "Shipping and tax are estimated" : "Shipping is estimated";
}
