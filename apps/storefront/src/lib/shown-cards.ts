import type { ProductCard } from "@vetrina/contract/products";
import type { Shown } from "./picture.tsx";

/** What is shown of a product in a list: its first view, and another one for a pointer that rests on it. */
export type ShownCard = Pick<
  ProductCard,
  "id" | "link" | "name" | "price" | "regularPrice" | "highestPrice" | "colors" | "stockLabel"
> & { images: readonly Shown[] };

/**
 * What a list shows of its pieces and nothing else: two views each, without the words that the card says beside them.
 * Equal colors and widths are one object, which the page's data then holds once.
 */
export function shownCards(cards: readonly ProductCard[]): ShownCard[] {
  const kept = new Map<string, unknown>();
  function once<T>(value: T): T {
    const key = JSON.stringify(value);
    if (!kept.has(key)) kept.set(key, value);
    // The key is the value in writing: what was kept under it is of the same type.
    return kept.get(key) as T;
  }
  return cards.map((card) => {
    const { id, link, name, price, regularPrice, highestPrice, stockLabel } = card;
    const [first, ...others] = card.images;
    // Another view of the color that is shown, else whatever comes next.
    const second =
      others.find(({ color }) => color === null || color === first?.color) ?? others[0];
    return {
      id,
      link,
      name,
      price,
      regularPrice,
      highestPrice,
      stockLabel,
      colors: card.colors.map((color) => once(color)),
      images: [first, second]
        .filter((image) => image !== undefined)
        .map(({ url, width, height, widths }) => ({
          url,
          alt: "",
          width,
          height,
          widths: once(widths),
        })),
    };
  });
}
