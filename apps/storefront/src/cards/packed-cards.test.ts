import { expect, test } from "vitest";
import { packCards, unpackCards } from "./packed-cards.ts";
import type { ShownCard } from "./shown-cards.ts";

const picture = (name: string) => ({
  url: `/media/shop/${name}/640.webp`,
  alt: "",
  width: 960,
  height: 1200,
  widths: [360, 640],
});
const card: ShownCard = {
  link: "wrap-coat",
  name: "Wrap Coat",
  price: 80,
  regularPrice: 100,
  highestPrice: 120,
  stockLabel: "low",
  variant: "camel-s",
  saleEndsAt: "2026-12-01T00:00:00.000Z",
  color: "Camel",
  colorCount: 7,
  images: [picture("front"), picture("back")],
  colors: [
    { value: "Camel", swatch: "#b6854f", variant: "camel-s", available: true, image: null },
    { value: "Ecru", swatch: "#e8dfca", variant: "ecru-s", available: false, image: picture("e") },
  ],
};
const plain: ShownCard = {
  ...card,
  regularPrice: null,
  highestPrice: 80,
  variant: null,
  saleEndsAt: null,
  color: null,
  colorCount: 1,
  images: [],
  colors: [],
};

const ofOneColor: ShownCard = { ...plain, color: "Camel" };

test("cards can be packed and unpacked without loss", () => {
  const cards = [card, plain, ofOneColor, { ...card, color: null }];
  const data = JSON.parse(JSON.stringify(packCards(cards))) as ReturnType<typeof packCards>;
  expect(unpackCards(data)).toEqual(cards);
  expect(data.shapes).toHaveLength(1);
});

test("the data of a usual card contains no field names", () => {
  const usual = {
    ...card,
    regularPrice: null,
    highestPrice: card.price,
    stockLabel: "in-stock" as const,
    variant: null,
    saleEndsAt: null,
    colorCount: 2,
  };
  expect(JSON.stringify(packCards([usual]).cards)).not.toMatch(/"\w+":/);
});
