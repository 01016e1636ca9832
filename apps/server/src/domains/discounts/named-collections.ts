import type { Discount } from "@vetrina/commerce/pricing/discount";

/** The ids of all collections that determine what the discounts cover, each once. */
export function namedCollections(
  discounts: readonly Pick<Discount, "scope" | "excluded" | "give">[],
): string[] {
  const named = discounts.flatMap(({ scope, excluded, give }) => [
    ...scope.collections,
    ...excluded.collections,
    ...(give?.scope?.collections ?? []),
  ]);
  return [...new Set(named)];
}
