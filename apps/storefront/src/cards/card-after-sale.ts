import { hasPassed } from "../sale/has-passed.ts";
import type { ShownCard } from "./shown-cards.ts";

/** The card, at its regular price if its sale has ended by `passed` (ISO 8601). */
export function cardAfterSale(card: ShownCard, passed: string | null): ShownCard {
  const { regularPrice: price, highestPrice } = card;
  if (price === null || !hasPassed(card.saleEndsAt, passed)) return card;
  return { ...card, price, regularPrice: null, highestPrice: Math.max(price, highestPrice) };
}
