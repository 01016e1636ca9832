import type { Shop } from "../lib/store.ts";

/** What an address decides: tax as well where the store adds it. */
export function estimatedWords({ taxPercent }: Pick<Shop, "taxPercent">): string {
  return taxPercent > 0 ? "Shipping and tax are estimated" : "Shipping is estimated";
}
