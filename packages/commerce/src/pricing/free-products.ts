/**
 * Returns a shipping rate with `isFreeForProducts`, which is true if all of the cart's products ship free with it. Call
 * this once per cart, because the shipping price is calculated again for each choice of discounts.
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
