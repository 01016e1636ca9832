import { z } from "zod";
import { Id, Link, Text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Language } from "./enumerations.ts";
import { Action } from "./store-content.ts";

export const MenuName = z.enum(["main", "footer"]);
export type MenuName = z.infer<typeof MenuName>;

const Shown = z.object({
  id: Id.meta({ description: "Stays with the item over changes." }),
  label: z.string(),
  ownLabel: z.string().nullable().meta({
    description: "As it was written, in no language but its own; null: the collection's name.",
  }),
  href: z.string().nullable(),
  collection: z.object({ id: Id, link: Link, name: z.string() }).nullable(),
});
const ShownSecond = Shown.extend({ children: z.array(Shown) });
const ShownFirst = Shown.extend({ children: z.array(ShownSecond) });

/** Three levels; an item leads to a page of the shop, to a collection, or nowhere and heads what is below it. */
export const Menu = z
  .object({
    name: MenuName,
    items: z.array(ShownFirst),
    version: z.int().meta({ description: "0 before it is first written." }),
  })
  .meta({ id: "Menu" });
export type Menu = z.infer<typeof Menu>;

const Item = z.strictObject({
  id: Id.optional().meta({ description: "Of an item that stays; a new one gets its own." }),
  label: Text(80).nullish().meta({
    description: "Absent or null where a collection is named: its name, whatever it becomes.",
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
      message: `A menu has at most ${maxItems} items, on all levels together.`,
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
      "A menu of the store; items of collections that are not published are left out, but with MANAGE_PRODUCTS.",
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
    summary: "Writes a menu as a whole; with If-Match only over that version.",
    access: { allow: ["MANAGE_PRODUCTS"] },
    store: byStore,
    params,
    body: MenuInput,
    response: Menu,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
