/**
 * Adds to a shipping rate whether it is free for a cart because all of the cart's products ship free. This is decided
 * once per cart, because the shipping price is calculated for each choice of discounts.
 */
export function rateFor<R extends { freeFor: readonly string[] }>(
  rate: R,
  products: ReadonlySet<string>,
): R & { isFreeForProducts: boolean } {
  const { freeFor } = rate;
  return {
    ...rate,
    isFreeForProducts: freeFor.length > 0 && products.isSubsetOf(new Set(freeFor)),
  };
}
