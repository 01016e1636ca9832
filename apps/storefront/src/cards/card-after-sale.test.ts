import { expect, test } from "vitest";
import { cardAfterSale } from "./card-after-sale.ts";
import type { ShownCard } from "./shown-cards.ts";

const end = "2026-11-20T10:00:00.000Z";
const later = "2026-11-20T10:00:01.000Z";

test("a card returns to its regular price when its sale ends, and other cards keep their prices", () => {
  const card = { price: 50, regularPrice: 100, highestPrice: 70, saleEndsAt: end } as ShownCard;
  expect(cardAfterSale(card, end)).toMatchObject({
    price: 100,
    regularPrice: null,
    highestPrice: 100,
  });
  expect(cardAfterSale(card, null)).toBe(card);
  expect(cardAfterSale({ ...card, saleEndsAt: later }, end).price).toBe(50);
  expect(cardAfterSale({ ...card, saleEndsAt: null }, end).price).toBe(50);
});
