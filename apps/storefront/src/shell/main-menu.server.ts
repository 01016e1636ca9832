import { newArrivalsLink } from "@vetrina/commerce/constants";
import { categoryPath, collectionPath } from "@vetrina/commerce/shop-paths";
import type { Assortment } from "@vetrina/contract/rendering";
import { placeOf } from "../collection/places.ts";
import type { MenuItem, Menus } from "../lib/store.ts";
import { helpItem, moreId } from "./menus.ts";
import { fits, type Room } from "./shown-menu.server.ts";

type Link = { label: string; href: string };

/**
 * Maximum bytes of HTML for the default menu's links and categories, because every page contains them three times.
 * Enough for a hundred short categories. Those that don't fit can still be chosen as filters of lists.
 */
const maxBytes = 6000;

/**
 * The main menu: the owner's if there is one, else the default one with the store's links, departments and categories.
 * Default items that the header has no room for go under "More". `rowFrom` is the minimum screen width at which the
 * header shows the menu in a row.
 */
export function mainMenu(
  own: MenuItem[],
  links: readonly Link[],
  assortment: Assortment,
): Omit<Menus, "footer"> {
  if (own.length > 0) return { main: own, rowFrom: rowFrom(own) };
  const room = { bytes: maxBytes };
  const shown = links.filter((link) => fits(link, room));
  const items = [...shown, ...missingFrom(shown, assortment, room)].map(({ label, href }) => ({
    id: href,
    label,
    href,
    children: [],
  }));
  return { main: inOneRow(items), rowFrom: "lg" };
}

/**
 * The store's product lists that `links` doesn't contain: departments, New, categories that fit in `room`, and Sale.
 */
function missingFrom(
  links: readonly Link[],
  { departments, categories, hasSale }: Assortment,
  room: Room,
): Link[] {
  const sold = [
    ...departments.filter(({ value }) => value !== "unisex"),
    ...(departments.length + categories.length > 0
      ? [{ value: newArrivalsLink, label: "New" }]
      : []),
  ].map(({ value, label }) => ({ label, href: collectionPath(value) }));
  const linked = new Set(links.map(({ href }) => listPath(href)));
  const isMissing = ({ href }: Link) => !linked.has(href);
  return [
    ...sold.filter(isMissing),
    ...categories
      .map(({ value, label }) => ({ label, href: categoryPath(value) }))
      .filter((link) => isMissing(link) && fits(link, room)),
    ...(hasSale ? [{ label: "Sale", href: collectionPath("sale") }] : []).filter(isMissing),
  ];
}

/** The canonical path of a product list, whichever of its paths a link uses. */
function listPath(href: string): string {
  const [, link] = /^\/collections\/([^/?#]+)$/.exec(href) ?? [];
  if (link !== undefined) return placeOf(href, link).path;
  return href === "/new" ? collectionPath(newArrivalsLink) : href;
}

const perItem = 20;
const perLetter = 7.5;
const arrow = 16;
const widest = { lg: 410, xl: 520 };
/**
 * The default menu's maximum width in pixels. It may exceed `widest.lg`, because it pushes the store's name aside only
 * slightly.
 */
const widestDefault = 470;

/**
 * The minimum screen width at which all items fit in one row next to the store's name. null: never, so a button opens
 * the menu.
 */
export function rowFrom(items: readonly MenuItem[]): "lg" | "xl" | null {
  const width = widthOf(items);
  if (width <= widest.lg) return "lg";
  return width <= widest.xl ? "xl" : null;
}

/** The items followed by help. If they don't all fit in one row, the last ones and help go under "More". */
function inOneRow(items: MenuItem[]): MenuItem[] {
  const whole = [...items, helpItem];
  if (widthOf(whole) <= widestDefault) return whole;
  let [shown, width] = [0, widthOf([more([helpItem])])];
  for (const item of items) {
    width += widthOf([item]);
    if (width > widestDefault) break;
    shown += 1;
  }
  return [...items.slice(0, shown), more([...items.slice(shown), helpItem])];
}

function more(children: MenuItem[]): MenuItem {
  return { id: moreId, label: "More", href: null, children };
}

function widthOf(items: readonly MenuItem[]): number {
  return items.reduce(
    (sum, { label, children }) =>
      sum + perItem + perLetter * lettersOf(label) + (children.length > 0 ? arrow : 0),
    0,
  );
}

/**
 * The width of a label in letters. Characters from U+1100 on, such as Chinese and Korean, count as two, others as one.
 */
function lettersOf(label: string): number {
  const letters = Array.from(label);
  return letters.length + letters.filter((letter) => letter >= "\u1100").length;
}
