import { collectionPath } from "@vetrina/commerce/shop-paths";
import type { Menu } from "@vetrina/contract/menus";

/** An item as a page shows it: a link, a heading of what is below it, or both. */
export type MenuItem = { id: string; label: string; href: string | null; children: MenuItem[] };

/** The owner's menus; one that is not set is empty, and the page keeps its own links. */
export type Menus = { main: MenuItem[]; footer: MenuItem[] };

type Item = Pick<Menu["items"][number], "id" | "label" | "href" | "collection"> & {
  children?: readonly Item[];
};

/** The items with the addresses they lead to; without those that lead nowhere and head nothing. */
export function shownItems(items: readonly Item[]): MenuItem[] {
  return items.flatMap(({ id, label, href, collection, children = [] }) => {
    const to = collection === null ? href : collectionPath(collection.link);
    const below = shownItems(children);
    return to === null && below.length === 0 ? [] : [{ id, label, href: to, children: below }];
  });
}

const perItem = 20;
const perLetter = 7.5;
const arrow = 16;

/** From which width the header has room for the items in one row beside the store's name; null: at none, a button opens them. */
export function rowFrom(items: readonly MenuItem[]): "lg" | "xl" | null {
  const width = items.reduce(
    (sum, { label, children }) =>
      sum + perItem + perLetter * widthOf(label) + (children.length > 0 ? arrow : 0),
    0,
  );
  if (width <= 410) return "lg";
  return width <= 520 ? "xl" : null;
}

/** Letters of the latin, greek and cyrillic kind count one; wider scripts two. */
function widthOf(label: string): number {
  const letters = Array.from(label);
  return letters.length + letters.filter((letter) => letter >= "\u1100").length;
}
