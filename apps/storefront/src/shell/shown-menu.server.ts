import { hrefBytes, htmlBytes } from "@vetrina/commerce/html-bytes";
import { collectionPath } from "@vetrina/commerce/shop-paths";
import type { Menu } from "@vetrina/contract/catalogue/menus";
import { shortened } from "../lib/shortened.ts";
import type { MenuItem } from "../lib/store.ts";

type Item = Pick<Menu["items"][number], "id" | "label" | "href" | "collection"> & {
  children?: readonly Item[];
};

/** The bytes of HTML that labels and links may still take. */
export type Room = { bytes: number };

/**
 * The bytes of HTML that the labels and links of an owner's menu may take. The API checks this when the menu is saved,
 * but pages also show names of collections and translations, which may become longer later.
 */
const maxBytes = 12_000;
/** The maximum length of an owner's label. Names of collections and translations may be longer. */
const maxLabelLength = 80;

/**
 * The items with their paths. Leaves out items that have neither a link nor children, and those whose label and link
 * don't fit in `room`, with their children.
 */
export function shownItems(items: readonly Item[], room: Room = { bytes: maxBytes }): MenuItem[] {
  return items.flatMap(({ id, label, href, collection, children = [] }) => {
    const item = {
      id,
      label: shortened(label, maxLabelLength),
      href: collection === null ? href : collectionPath(collection.link),
    };
    if (!fits(item, room)) return [];
    const below = shownItems(children, room);
    return item.href === null && below.length === 0 ? [] : [{ ...item, children: below }];
  });
}

/** Whether the link fits in `room`. If so, subtracts its bytes from `room`. */
export function fits({ label, href }: { label: string; href: string | null }, room: Room): boolean {
  const bytes = htmlBytes(label) + hrefBytes(href ?? "");
  if (bytes > room.bytes) return false;
  room.bytes -= bytes;
  return true;
}
