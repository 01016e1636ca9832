import type { Shown } from "../lib/picture.tsx";
import type { ShownCard, ShownColor } from "./shown-cards.ts";

/** An image without alternative text, because the card has it as visible text. */
type PackedPicture = [url: string, width: number, height: number, widths: readonly number[]];
type PackedColor = [
  value: string,
  swatch: ShownColor["swatch"],
  variant: ShownColor["variant"],
  available: 0 | 1,
  image: PackedPicture | 0,
];
/**
 * A card in a page's data, without field names, because a list has up to 120 cards. The highest price is 0 if it
 * equals the price.
 */
export type PackedCard = [
  link: string,
  name: string,
  price: number,
  regularPrice: number | null,
  highestPrice: number,
  stockLabel: ShownCard["stockLabel"],
  variant: string | null,
  saleEndsAt: string | null,
  color: string | null,
  colorCount: number,
  images: readonly PackedPicture[],
  colors: readonly PackedColor[],
];

export function packCard(card: ShownCard): PackedCard {
  const { price, highestPrice } = card;
  return [
    card.link,
    card.name,
    price,
    card.regularPrice,
    highestPrice > price ? highestPrice : 0,
    card.stockLabel,
    card.variant,
    card.saleEndsAt,
    card.color,
    card.colorCount,
    card.images.map(packPicture),
    card.colors.map(({ value, swatch, variant, available, image }) => [
      value,
      swatch,
      variant,
      available ? 1 : 0,
      image === null ? 0 : packPicture(image),
    ]),
  ];
}

function packPicture({ url, width, height, widths }: Shown): PackedPicture {
  return [url, width, height, widths];
}

export function unpackCard([
  link,
  name,
  price,
  regularPrice,
  highestPrice,
  stockLabel,
  variant,
  saleEndsAt,
  color,
  colorCount,
  images,
  colors,
]: PackedCard): ShownCard {
  return {
    link,
    name,
    price,
    regularPrice,
    highestPrice: highestPrice || price,
    stockLabel,
    variant,
    saleEndsAt,
    color,
    colorCount,
    images: images.map(unpackPicture),
    colors: colors.map(([value, swatch, slug, available, image]) => ({
      value,
      swatch,
      variant: slug,
      available: available === 1,
      image: image === 0 ? null : unpackPicture(image),
    })),
  };
}

function unpackPicture([url, width, height, widths]: PackedPicture): Shown {
  return { url, alt: "", width, height, widths: [...widths] };
}
