import { z } from "zod";
import { Id, Link, Text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Language } from "../enumerations.ts";
import { Action } from "../stores/store-content.ts";

export const MenuName = z.enum(["main", "footer"]);
export type MenuName = z.infer<typeof MenuName>;

const Shown = z.object({
  id: Id.meta({ description: "Stays the same when the item changes." }),
  label: z.string(),
  customLabel: z.string().nullable().meta({
    description:
      "The label in the store's default language; null if the item shows its collection's name.",
  }),
  href: z.string().nullable(),
  collection: z.object({ id: Id, link: Link, name: z.string() }).nullable(),
});
const ShownSecond = Shown.extend({ children: z.array(Shown) });
const ShownFirst = Shown.extend({ children: z.array(ShownSecond) });

/**
 * A menu has up to three levels. An item links to a page of the shop or to a collection. An item without a link is a
 * heading for its children.
 */
export const Menu = z
  .object({
    name: MenuName,
    items: z.array(ShownFirst),
    version: z.int().meta({ description: "0 until the menu is first saved." }),
  })
  .meta({ id: "Menu" });
export type Menu = z.infer<typeof Menu>;

const Item = z.strictObject({
  id: Id.optional().meta({
    description: "The id of an existing item. Leave it out for a new item.",
  }),
  label: Text(80).nullish().meta({
    description: "If absent or null, the item shows its collection's current name.",
  }),
  href: Action.shape.href.nullish(),
  collectionId: Id.nullish(),
});
const Children = <T extends z.core.$ZodType>(item: T) => z.array(item).max(50).default([]);
const Second = Item.extend({ children: Children(Item) });
const First = Item.extend({ children: Children(Second) });
const maxItems = 500;
export const MenuInput = z.strictObject({
  items: z
    .array(First)
    .max(50)
    .refine((items) => countOf(items) <= maxItems, {
      message: `A menu can have at most ${maxItems} items across all levels. Remove some.`,
    }),
});
export type MenuInput = z.infer<typeof MenuInput>;

type Counted = { label?: unknown; children?: readonly Counted[] };
function countOf(items: readonly Counted[]): number {
  return items.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);
}

const byStore = { by: "store", in: "params", field: "storeId" } as const;
const params = z.object({ storeId: z.string().max(253), name: MenuName });

export const menus = {
  getMenu: endpoint({
    method: "GET",
    path: "/stores/{storeId}/menus/{name}",
    summary:
      "Returns a menu of the store. Items of unpublished collections are left out unless the caller has MANAGE_PRODUCTS.",
    access: { allow: ["public"], more: "MANAGE_PRODUCTS" },
    store: byStore,
    params,
    query: z.object({ language: Language }),
    response: Menu,
    errors: ["NOT_FOUND"],
  }),
  updateMenu: endpoint({
    method: "PUT",
    path: "/stores/{storeId}/menus/{name}",
    summary:
      "Replaces a menu with all its items. Fails if the version sent in If-Match is outdated.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    body: MenuInput,
    response: Menu,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
