import type { Quote } from "@vetrina/contract/pricing/shipping";

/** The selected shipping method, or a faster one at the same price. Never switches from delivery to pickup. */
export function fastestForThePrice({
  methods,
  method,
}: Pick<Quote, "methods" | "method">): string | null {
  const counted = methods.find(({ id }) => id === method);
  if (counted === undefined) return method;
  const [fastest] = methods
    .filter(
      ({ price, pickup }) =>
        price === counted.price && (pickup === null || counted.pickup !== null),
    )
    .toSorted(
      (a, b) => a.businessDays.max - b.businessDays.max || a.businessDays.min - b.businessDays.min,
    );
  return fastest === undefined || fastest.businessDays.max >= counted.businessDays.max
    ? counted.id
    : fastest.id;
}
