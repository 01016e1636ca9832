import type { MenuItem, PackedMenuItem } from "../lib/store.ts";
import { footerNavigation } from "./navigation.ts";

/** The id of the default menu's item for everything that doesn't fit in the header's row. */
export const moreId = "more";

const [help] = footerNavigation;

/** The help pages as a menu item. */
export const helpItem: MenuItem = {
  id: "help",
  label: help.title,
  href: null,
  children: help.links.map(({ to, label }) => link(label, to)),
};

/** The maximum number of a link's filters that are compared. A listing applies at most 20 (listing-state.ts). */
const maxFilters = 30;

/** Whether a menu's link leads to this page: the path is the same, and all of the link's filters are chosen. */
export function isCurrent(
  href: string,
  { pathname, search }: { pathname: string; search: string },
) {
  const [path, query = ""] = href.split("?");
  if (path !== pathname) return false;
  const chosen = new URLSearchParams(search);
  return [...new URLSearchParams(query)]
    .slice(0, maxFilters)
    .every(([name, value]) => chosen.getAll(name).includes(value));
}

/** The main menu's items in a column. Those under "More" are listed with the others, and help always comes last. */
export function listedItems(main: readonly MenuItem[]): MenuItem[] {
  return [
    ...main
      .flatMap((item) => (item.id === moreId ? item.children : [item]))
      .filter(({ id }) => id !== helpItem.id),
    helpItem,
  ];
}

export function packMenu(items: readonly MenuItem[]): PackedMenuItem[] {
  return items.map((item) => {
    if (item === helpItem) return 0;
    const { id, label, href, children } = item;
    if (id === href && href === pathOf(label) && children.length === 0) return label;
    if (id !== href) return [label, href, packMenu(children), id];
    return children.length === 0 ? [label, href] : [label, href, packMenu(children)];
  });
}

function pathOf(label: string): string {
  return `/${label.toLowerCase()}`;
}

function link(label: string, href: string): MenuItem {
  return { id: href, label, href, children: [] };
}

export function unpackMenu(items: readonly PackedMenuItem[]): MenuItem[] {
  return items.map((item) => {
    if (item === 0) return helpItem;
    if (typeof item === "string") return link(item, pathOf(item));
    const [label, href, children = [], id = href ?? ""] = item;
    return { id, label, href, children: unpackMenu(children) };
  });
}
