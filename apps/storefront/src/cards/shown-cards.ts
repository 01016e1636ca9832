import type { ProductCard } from "@vetrina/contract/catalogue/products";
import { htmlBytes } from "@vetrina/commerce/html-bytes";
import { productPath } from "@vetrina/commerce/shop-paths";
import type { Shown } from "../lib/pictures/picture.tsx";

/** A color of a card: its variant's slug and its look. */
export type ShownColor = ProductCard["colors"][number] & {
  /** The color's first image; null if it has none, or if the card already shows it. */
  image: Shown | null;
};

/** The parts of a product that a list shows: its first image, and a second one on hover. */
export type ShownCard = Pick<
  ProductCard,
  "link" | "name" | "price" | "regularPrice" | "highestPrice" | "stockLabel" | "variant"
> & {
  /** ISO 8601 time when the sale ends; null if nothing is on sale or no end is set. */
  saleEndsAt: string | null;
  images: readonly Shown[];
  /** The color of the card's first image; null if there is no image or it has no color. */
  color: string | null;
  /** The first colors, fewer if their texts are long. Empty if the product has fewer than two colors. */
  colors: readonly ShownColor[];
  colorCount: number;
};

const maxColors = 5;
/**
 * The maximum size in bytes of a card's links and texts. It is small because a list has up to 48 cards. If a card's
 * colors would exceed it, the card shows fewer of them.
 */
const maxTextBytes = 2600;
/** The maximum size of the links and names of all cards on a page: enough for 48 names of 60 letters of three bytes. */
const maxNamesBytes = 56_000;
/** The size of a color's link and swatch in a page's HTML, without their texts. */
const colorBytes = 300;
/** An image of this width (in pixels) is large enough for a card. */
const cardWidth = 640;

/**
 * Reduces products to the parts that a list shows. Images have no alternative texts, because the card shows the name as
 * text. Equal images and widths become the same object, which the router's own data format then stores only once.
 */
export function shownCards(cards: readonly ProductCard[]): ShownCard[] {
  const cached = new Map<string, unknown>();
  function once<T>(value: T): T {
    const key = JSON.stringify(value);
    if (!cached.has(key)) cached.set(key, value);
    // The key is the serialized value, so a cached value has the same type.
    return cached.get(key) as T;
  }
  const shown = ({ url, width, height, widths }: ProductCard["images"][number]): Shown =>
    once({ url, alt: "", width, height, widths: once(ofCard(widths)) });
  return cards.map((card) => {
    const { link, name, price, regularPrice, highestPrice, stockLabel, variant, sale } = card;
    const [first, ...others] = card.images;
    // A second view of the shown color. A view of another color would look like a color change.
    const second = others.find(({ color }) => color === null || color === first?.color);
    return {
      link,
      name,
      price,
      regularPrice,
      highestPrice,
      stockLabel,
      variant,
      saleEndsAt: sale?.endsAt ?? null,
      color: first?.color ?? null,
      // A single color offers no choice, so no swatches are shown.
      colors: card.colorCount < 2 ? [] : fittingColors(card).map(withImage),
      colorCount: card.colorCount,
      images: [first, second && inOneSize(second)]
        .filter((image) => image !== undefined)
        .map(shown),
    };

    function withImage(color: ProductCard["colors"][number]): ShownColor {
      const own = card.images.slice(1).find((image) => isOf(image, color.value));
      return once({ ...color, image: own && !isOf(first, color.value) ? shown(own) : null });
    }
  });
}

/**
 * Returns the first colors that fit within the card's limit, at least one. Each color counts the product's link and
 * name again, because the page repeats them.
 */
function fittingColors({ link, name, variant, colors }: ProductCard): ProductCard["colors"] {
  const ofCard = productPath(link, variant ?? undefined).length + htmlBytes(name);
  const ofEach = colorBytes + htmlBytes(link) + htmlBytes(name);
  let bytes = ofCard;
  return colors.slice(0, maxColors).filter((color, index) => {
    bytes += ofEach + 2 * htmlBytes(color.value) + 2 * htmlBytes(color.variant);
    return index === 0 || bytes <= maxTextBytes;
  });
}

/**
 * Whether the links and names of the cards are short enough for one page, which contains each of them several times.
 */
export function fitsOnPage(cards: readonly ProductCard[]): boolean {
  const bytes = cards.map(
    ({ link, name }) =>
      productPath(link).length + 3 * Math.max(htmlBytes(name), htmlBytes(name.normalize("NFKC"))),
  );
  return bytes.reduce((sum, one) => sum + one, 0) <= maxNamesBytes;
}

/** Keeps only one width, because the image is rarely shown: only on mouse hover. */
function inOneSize(image: ProductCard["images"][number]): ProductCard["images"][number] {
  const enough = image.widths.find((width) => width >= cardWidth);
  return enough === undefined ? image : { ...image, widths: [enough] };
}

/** The widths up to the first that is large enough. */
function ofCard(widths: readonly number[]): number[] {
  const enough = widths.findIndex((width) => width >= cardWidth);
  return enough === -1 ? [...widths] : widths.slice(0, enough + 1);
}

function isOf(image: ProductCard["images"][number] | undefined, value: string): boolean {
  return image?.color?.toLowerCase() === value.toLowerCase();
}
