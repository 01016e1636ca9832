import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { expect, test } from "vitest";
import { fitsOnPage, shownCards } from "./shown-cards.ts";

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

test("cards show fewer colors, and a page fewer names, if their slugs would be long", () => {
  const shown = (value: string) =>
    shownCards([
      cardOf(
        "Coat",
        [1, 2, 3].map((n) => value + n),
      ),
    ])[0]?.colors.length;
  expect([shown("Navy"), shown(ligature.repeat(20)), shown(ligature.repeat(118))]).toEqual([
    3, 1, 1,
  ]);
  const names = (name: string) => fitsOnPage(Array.from({ length: 20 }, () => cardOf(name, [])));
  expect([names("漢".repeat(255)), names(ligature.repeat(255))]).toEqual([true, false]);
});
