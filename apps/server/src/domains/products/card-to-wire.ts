import { toMajor } from "@vetrina/commerce/money";
import { optionOfKind } from "@vetrina/commerce/option-kind";
import { maximumToBuy, stockLabel } from "@vetrina/commerce/stock";
import { chooseVariant } from "@vetrina/commerce/variants";
import type { ProductCard, ProductOption } from "@vetrina/contract/products";
import { type ImageRow, imageToWire } from "../../platform/image-to-wire.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Chosen } from "./facets.ts";
import { facetValue } from "./rules.ts";
import { rating } from "./to-wire.ts";

/** What of a list's filters decides which variant its cards show. */
export type CardChoice = Pick<Chosen, "color" | "size">;

export const noChoice: CardChoice = { color: null, size: null };

/** A list has up to a hundred cards: what a card may have of each. */
const maxColors = 20;
const maxSizes = 60;
const maxImages = 12;

export type CardRow = {
  id: string;
  link: string;
  name: string;
  category: string | null;
  department: ProductCard["department"];
  status: ProductCard["status"];
  price_minor: number;
  regular_price_minor: number | null;
  highest_price_minor: number;
  /** null unless something is reduced until then. */
  sale_ends_at: Date | null;
  rating_sum: number;
  rating_count: number;
  options: ProductOption[];
  created_at: Date;
  published_at: Date | null;
  stock: number;
  /** Pieces that may be sold beyond what there is. */
  backorder: number;
  /** The cheapest first, as the product page has them. */
  variants: {
    slug: string;
    options: Record<string, string>;
    price: number;
    stock: number;
    backorder: number;
  }[];
  images: ImageRow[];
};

type CardVariant = {
  slug: string;
  price: number;
  stock: number;
  available: boolean;
  color: string | undefined;
  size: string | undefined;
};

export function cardToWire(row: CardRow, store: StoreRef, choice: CardChoice): ProductCard {
  const [color, size] = (["color", "size"] as const).map((kind) => optionOfKind(row.options, kind));
  const variants = row.variants.map((variant) => cardVariant(variant, color, size));
  const shown = shownVariant(variants, row.images[0]?.color ?? undefined, choice);
  const byColor = Map.groupBy(variants, (variant) => variant.color);
  const colors = (color?.values ?? []).filter(({ value }) => byColor.has(value));
  const sizes = new Set(variants.map((variant) => variant.size));
  return {
    id: row.id,
    link: row.link,
    name: row.name,
    category: row.category,
    department: row.department,
    status: row.status,
    price: toMajor(row.price_minor, store.currency),
    regularPrice:
      row.regular_price_minor === null ? null : toMajor(row.regular_price_minor, store.currency),
    highestPrice: toMajor(row.highest_price_minor, store.currency),
    currency: store.currency,
    sale: row.sale_ends_at && { endsAt: row.sale_ends_at.toISOString() },
    images: cardImages(row.images, shown?.color ?? null).map(imageToWire),
    variant: shown?.slug ?? null,
    colors: colors.slice(0, maxColors).flatMap(({ value, swatch }) => {
      const variant = cheapestOf(byColor.get(value) ?? [], choice);
      return variant === undefined
        ? []
        : { value, swatch, variant: variant.slug, available: variant.available };
    }),
    colorCount: colors.length,
    sizes: (size?.values ?? [])
      .map(({ value }) => value)
      .filter((value) => sizes.has(value))
      .slice(0, maxSizes),
    stockLabel: stockLabel(row.stock, row.backorder),
    rating: rating(row),
    createdAt: row.created_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
  };
}

function cardVariant(
  { slug, options, price, stock, backorder }: CardRow["variants"][number],
  color: ProductOption | undefined,
  size: ProductOption | undefined,
): CardVariant {
  return {
    slug,
    price,
    stock,
    available: maximumToBuy(stock, backorder) > 0,
    color: color && options[color.name],
    size: size && options[size.name],
  };
}

/** The variant that the filters ask for; where only sizes are chosen, in the color of the first picture if it can be bought so. */
function shownVariant(
  variants: readonly CardVariant[],
  pictured: string | undefined,
  choice: CardChoice,
): CardVariant | undefined {
  if (choice.color !== null)
    return cheapestOf(
      variants.filter(({ color }) => isChosen(color, choice.color)),
      choice,
    );
  if (choice.size === null) return undefined;
  const sized = variants.filter(({ size }) => isChosen(size, choice.size));
  const inPicture = chooseVariant(sized.filter(({ color }) => color === pictured));
  return inPicture?.available ? inPicture : cheapestOf(sized, choice);
}

/** The cheapest available one in a chosen size, else in any size, else the cheapest. */
function cheapestOf(
  variants: readonly CardVariant[],
  { size }: CardChoice,
): CardVariant | undefined {
  const sized = chooseVariant(
    variants.filter((variant) => size === null || isChosen(variant.size, size)),
  );
  return sized?.available ? sized : (chooseVariant(variants) ?? sized);
}

function isChosen(value: string | undefined, chosen: readonly string[] | null): boolean {
  return value !== undefined && chosen !== null && chosen.includes(facetValue(value));
}

/** The first picture of each color and one more view, which is of the color that is asked for where it has one. */
function cardImages(images: readonly ImageRow[], color: string | null): ImageRow[] {
  const isAsked = (image: ImageRow) =>
    color !== null && image.color?.toLowerCase() === color.toLowerCase();
  const ordered = [...images.filter(isAsked), ...images.filter((image) => !isAsked(image))];
  const firsts = new Map(ordered.toReversed().map((image) => [image.color, image]));
  const isFirst = (image: ImageRow) => firsts.get(image.color) === image;
  const more = ordered.find((image) => !isFirst(image));
  return ordered.filter((image) => isFirst(image) || image === more).slice(0, maxImages);
}
