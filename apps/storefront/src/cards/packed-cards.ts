import type { Shown } from "../lib/picture.tsx";
import type { ShownCard, ShownColor } from "./shown-cards.ts";

/** Width, height and the widths of the files, which most images of a list share. */
type Shape = readonly [width: number, height: number, widths: readonly number[]];
/** An image by its URL and the position of its shape. The card has its alternative text as visible text. */
type PackedPicture = readonly [url: string, shape: number];
type PackedColor = readonly [
  value: string,
  swatch: ShownColor["swatch"],
  variant: ShownColor["variant"],
  image: PackedPicture | 0,
  /** Present if it is unavailable. */
  unavailable?: 1,
];
/** What few cards have. Each is missing if it is as `usual` says. */
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
  link: string,
  name: string,
  price: number,
  images: readonly PackedPicture[],
  colors: readonly PackedColor[],
  rare?: Rare,
];
/** The cards in a page's data, almost without field names, because a list has up to 120 cards. */
export type PackedCards = { shapes: readonly Shape[]; cards: readonly PackedCard[] };

export function packCards(cards: readonly ShownCard[]): PackedCards {
  const shapes: Shape[] = [];
  const known = new Map<string, number>();
  const pack = ({ url, width, height, widths }: Shown): PackedPicture => {
    const shape: Shape = [width, height, widths];
    const key = JSON.stringify(shape);
    const at = known.get(key) ?? shapes.push(shape) - 1;
    known.set(key, at);
    return [url, at];
  };
  return {
    shapes,
    cards: cards.map((card) => {
      const { link, name, price, images, colors } = card;
      const rare = rareOf(card);
      return [
        link,
        name,
        price,
        images.map(pack),
        colors.map(({ value, swatch, variant, available, image }): PackedColor => {
          const picture = image === null ? 0 : pack(image);
          return available
            ? [value, swatch, variant, picture]
            : [value, swatch, variant, picture, 1];
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

/** A card in stock at one price, with all its colors; the first of them without an own image is the one it shows. */
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
  const unpack = ([url, shape]: PackedPicture): Shown => {
    const [width, height, widths] = shapes[shape] ?? [0, 0, []];
    return { url, alt: "", width, height, widths: [...widths] };
  };
  return cards.map(([link, name, price, images, packed, rare]) => {
    const colors = packed.map(([value, swatch, variant, image, unavailable]) => ({
      value,
      swatch,
      variant,
      available: unavailable === undefined,
      image: image === 0 ? null : unpack(image),
    }));
    const common = { link, name, price, images: images.map(unpack), colors };
    return { ...common, ...usual(common), ...rare };
  });
}
