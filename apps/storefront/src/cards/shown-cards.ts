import type { ProductCard } from "@vetrina/contract/products";
import type { Shown } from "../lib/picture.tsx";

/** A color of a card: where it leads and what it looks like. */
export type ShownColor = ProductCard["colors"][number] & {
  /** Its first picture; null where it has none of its own, or the card shows it anyway. */
  image: Shown | null;
};

/** What is shown of a product in a list: its first view, and another one for a pointer that rests on it. */
export type ShownCard = Pick<
  ProductCard,
  "link" | "name" | "price" | "regularPrice" | "highestPrice" | "stockLabel" | "variant"
> & {
  /** ISO 8601: when what is reduced goes back to its regular price; null where it does not by itself. */
  saleEndsAt: string | null;
  images: readonly Shown[];
  /** The color of the first view; null where it shows none in particular. */
  color: string | null;
  /** The first of them: as many as a phone has room for in two rows. */
  colors: readonly ShownColor[];
  colorCount: number;
};

const maxColors = 5;
/** Enough for a card's second view, which is at most some 300 CSS pixels wide. */
const hoverWidth = 640;

/**
 * What a list shows of its products and nothing else: two views each, without the words that the card says beside them.
 * Equal pictures and widths are one object, which the page's data then holds once.
 */
export function shownCards(cards: readonly ProductCard[]): ShownCard[] {
  const kept = new Map<string, unknown>();
  function once<T>(value: T): T {
    const key = JSON.stringify(value);
    if (!kept.has(key)) kept.set(key, value);
    // The key is the value in writing: what was kept under it is of the same type.
    return kept.get(key) as T;
  }
  const shown = ({ url, width, height, widths }: ProductCard["images"][number]): Shown =>
    once({ url, alt: "", width, height, widths: once(widths) });
  return cards.map((card) => {
    const { link, name, price, regularPrice, highestPrice, stockLabel, variant, sale } = card;
    const [first, ...others] = card.images;
    // Another view of the color that is shown: one of another color would look like a change of it.
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
      // A single color is no choice.
      colors: card.colorCount < 2 ? [] : card.colors.slice(0, maxColors).map(withImage),
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

/** One size: only a mouse shows it, and only for a moment. */
function inOneSize(image: ProductCard["images"][number]): ProductCard["images"][number] {
  const enough = image.widths.find((width) => width >= hoverWidth);
  return enough === undefined ? image : { ...image, widths: [enough] };
}

function isOf(image: ProductCard["images"][number] | undefined, value: string): boolean {
  return image?.color?.toLowerCase() === value.toLowerCase();
}
