import type { Quote } from "@vetrina/contract/shipping";

/** The method that the sums rest on, or a faster one at the same price: nobody chooses to wait for nothing. */
export function fastestForThePrice({
  methods,
  method,
}: Pick<Quote, "methods" | "method">): string | null {
  const counted = methods.find(({ id }) => id === method);
  if (counted === undefined) return method;
  const [fastest] = methods
    .filter(({ price }) => price === counted.price)
    .toSorted(
      (a, b) => a.businessDays.max - b.businessDays.max || a.businessDays.min - b.businessDays.min,
    );
  return fastest === undefined || fastest.businessDays.max >= counted.businessDays.max
    ? counted.id
    : fastest.id;
}
