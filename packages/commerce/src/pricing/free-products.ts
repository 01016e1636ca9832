/**
 * A rate with the answer whether it is free for a cart of these products, because all of them ship free. Decided once
 * for a cart, since its price of shipping is calculated for each choice of discounts.
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
