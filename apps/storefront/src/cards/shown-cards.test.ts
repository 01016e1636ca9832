import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { expect, test } from "vitest";
import { fitsOnPage } from "./shown-cards.ts";

/** One character that becomes eighteen in a slug. */
const ligature = "\ufdfa";

function cardOf(name: string, values: readonly string[]): ProductCard {
  const colors = values.map((value, n) => ({
    value,
    swatch: null,
    variant: `v-${n}`,
    available: true,
  }));
  const prices = { price: 10, regularPrice: null, highestPrice: 10, sale: null };
  const rest = { variant: null, stockLabel: "in-stock", images: [], sizes: [], tags: [] };
  const card = { id: "1", link: "coat", name, ...prices, ...rest, colors };
  return { ...card, colorCount: colors.length } as unknown as ProductCard;
}

function twenty(name: string): ProductCard[] {
  return Array.from({ length: 20 }, () => cardOf(name, []));
}

test("names don't fit on a page if their slugs are long", () => {
  expect([fitsOnPage(twenty("漢".repeat(255))), fitsOnPage(twenty(ligature.repeat(255)))]).toEqual([
    true,
    false,
  ]);
});
