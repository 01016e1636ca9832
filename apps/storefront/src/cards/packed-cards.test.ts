import { expect, test } from "vitest";
import { packCard, unpackCard } from "./packed-cards.ts";
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

test("a card can be packed and unpacked without loss", () => {
  for (const one of [card, plain]) {
    const data = JSON.parse(JSON.stringify(packCard(one))) as ReturnType<typeof packCard>;
    expect(unpackCard(data)).toEqual(one);
  }
});

test("the page's data contains no field names of cards", () => {
  expect(JSON.stringify(packCard(card))).not.toMatch(/"(?:link|name|price|url|widths)":/);
});
