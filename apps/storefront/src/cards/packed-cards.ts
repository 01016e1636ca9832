import { variantSlug } from "@vetrina/commerce/products/variants";
import {
  beginningOf,
  type PackedPicture,
  type PictureShape,
  picturePacker,
  unpackPicture,
} from "../lib/pictures/packed-pictures.ts";
import type { Shown } from "../lib/pictures/picture.tsx";
import type { ShownCard, ShownColor } from "./shown-cards.ts";

type PackedColor = readonly [
  value: string,
  swatch: ShownColor["swatch"],
  /** The variant's slug, stored without the color's slug if it starts with that, otherwise in full after a slash. */
  variant: string,
  image: PackedPicture | 0,
  /** Present if the color is unavailable. */
  unavailable?: 1,
];
/** Fields that few cards need. A field is left out if it has the value that `usual` returns. */
type Rare = Partial<
  Pick<
    ShownCard,
    | "regularPrice"
    | "highestPrice"
    | "stockLabel"
    | "variant"
    | "saleEndsAt"
    | "color"
    | "colorCount"
  >
>;
type PackedCard = readonly [
  /** The slug; 0 if it can be derived from the name. */
  link: string | 0,
  name: string,
  price: number,
  images: readonly PackedPicture[],
  colors: readonly PackedColor[],
  rare?: Rare,
];
/**
 * The cards in a page's data. Most field names and derivable values are left out, because a list has up to 48 cards.
 */
export type PackedCards = { shapes: readonly PictureShape[]; cards: readonly PackedCard[] };

export function packCards(cards: readonly ShownCard[]): PackedCards {
  const { shapes, pack } = picturePacker();
  return {
    shapes,
    cards: cards.map((card) => {
      const { link, name, price, images, color, colors } = card;
      const rare = rareOf(card);
      return [
        link === variantSlug(name) ? 0 : link,
        name,
        price,
        images.map((image) => pack(image, beginningOf(link, color))),
        colors.map(({ value, swatch, variant, available, image }): PackedColor => {
          const slug = variantSlug(value);
          const own = slug && variant.startsWith(slug) ? variant.slice(slug.length) : `/${variant}`;
          const picture = image === null ? 0 : pack(image, beginningOf(link, value));
          return available ? [value, swatch, own, picture] : [value, swatch, own, picture, 1];
        }),
        ...(Object.keys(rare).length === 0 ? ([] as const) : ([rare] as const)),
      ];
    }),
  };
}

function rareOf(card: ShownCard): Rare {
  const expected: Rare = usual(card);
  const names = Object.keys(expected) as (keyof Rare)[];
  return Object.fromEntries(
    names.filter((name) => card[name] !== expected[name]).map((name) => [name, card[name]]),
  );
}

/**
 * The most common values of the rare fields: the product is in stock at one price, all its colors are listed, and the
 * card's image shows the first color whose own image is null.
 */
function usual({ price, colors }: Pick<ShownCard, "price" | "colors">) {
  return {
    regularPrice: null,
    highestPrice: price,
    stockLabel: "in-stock" as const,
    variant: null,
    saleEndsAt: null,
    color: colors.find(({ image }) => image === null)?.value ?? null,
    colorCount: colors.length,
  };
}

export function unpackCards({ shapes, cards }: PackedCards): ShownCard[] {
  const unpack = (packed: PackedPicture, beginning: string): Shown => ({
    ...unpackPicture(packed, beginning, shapes),
    alt: "",
  });
  return cards.map(([packedLink, name, price, images, packed, rare]) => {
    const link = packedLink || variantSlug(name);
    const colors = packed.map(([value, swatch, own, image, unavailable]) => ({
      value,
      swatch,
      variant: own.startsWith("/") ? own.slice(1) : variantSlug(value) + own,
      available: unavailable === undefined,
      image: image === 0 ? null : unpack(image, beginningOf(link, value)),
    }));
    const common = { link, name, price, colors };
    const facts = { ...common, ...usual(common), ...rare };
    const beginning = beginningOf(link, facts.color);
    return { ...facts, images: images.map((image) => unpack(image, beginning)) };
  });
}
