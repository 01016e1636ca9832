import { collectionPath } from "@vetrina/commerce/shop-paths";
import type { Menu } from "@vetrina/contract/menus";
import type { MenuItem, PackedMenuItem } from "../lib/store.ts";
import { footerNavigation } from "./navigation.ts";

type Item = Pick<Menu["items"][number], "id" | "label" | "href" | "collection"> & {
  children?: readonly Item[];
};

/** The item of the default menu that contains what doesn't fit in the header's row. */
export const moreId = "more";

const [help] = footerNavigation;

/** The help pages as a menu item. */
export const helpItem: MenuItem = {
  id: "help",
  label: help.title,
  href: null,
  children: help.links.map(({ to, label }) => ({ id: to, label, href: to, children: [] })),
};

/** The items with their paths, without those that have neither a link nor children. */
export function shownItems(items: readonly Item[]): MenuItem[] {
  return items.flatMap(({ id, label, href, collection, children = [] }) => {
    const to = collection === null ? href : collectionPath(collection.link);
    const below = shownItems(children);
    return to === null && below.length === 0 ? [] : [{ id, label, href: to, children: below }];
  });
}

/** The main menu in a column. Nothing needs to go under "More" there, and help is always last. */
export function listedItems(main: readonly MenuItem[]): MenuItem[] {
  return [
    ...main
      .flatMap((item) => (item.id === moreId ? item.children : [item]))
      .filter(({ id }) => id !== helpItem.id),
    helpItem,
  ];
}

export function packMenu(items: readonly MenuItem[]): PackedMenuItem[] {
  return items.map(({ id, label, href, children }) => {
    if (id !== href) return [label, href, packMenu(children), id];
    return children.length === 0 ? [label, href] : [label, href, packMenu(children)];
  });
}

export function unpackMenu(items: readonly PackedMenuItem[]): MenuItem[] {
  return items.map(([label, href, children = [], id = href ?? ""]) => ({
    id,
    label,
    href,
    children: unpackMenu(children),
  }));
}
