import type { Menu, menus } from "@vetrina/contract/catalogue/menus";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translate, translatedWords } from "../languages/translate.ts";
import { allMenus, publishedMenus, readMenu } from "./menu-rows.ts";

/**
 * Returns a menu in the requested language; labels without a translation are in the original language. Staff get all
 * labels in the original, and also the items of unpublished collections.
 */
export async function getMenu(
  ctx: Context,
  { name, language }: Omit<Input<typeof menus.getMenu>, "storeId">,
): Promise<Menu> {
  if (ctx.seesMore) return ctx.tx((tx) => readMenu(ctx, tx, allMenus, name));
  const menu = await readMenu(ctx, ctx.catalogue, publishedMenus, name);
  const [words, collections] = await Promise.all([
    translatedWords(ctx, "NAVIGATION", language),
    translate(ctx, "COLLECTION", collectionsOf(menu.items), language),
  ]);
  return inWords(menu, words, new Map(collections.map((one) => [one.id, one])));
}

type Item = Pick<Menu["items"][number], "label" | "customLabel" | "collection"> & {
  children?: readonly Item[];
};
type Collection = NonNullable<Item["collection"]>;

function collectionsOf(items: readonly Item[]): Collection[] {
  return items.flatMap(({ collection, children = [] }) => [
    ...(collection === null ? [] : [collection]),
    ...collectionsOf(children),
  ]);
}

// Each of the three levels has its own type, so they are mapped one by one.
function inWords(
  menu: Menu,
  words: ReadonlyMap<string, string>,
  collections: ReadonlyMap<string, Collection>,
): Menu {
  const named = <T extends Item>(item: T): T => {
    const collection = item.collection && (collections.get(item.collection.id) ?? null);
    const { label, customLabel } = item;
    // A label equal to the collection's name is replaced by the name in the requested language.
    const own = label === item.collection?.name ? collection?.name : label;
    const written = customLabel === null ? undefined : words.get(customLabel);
    return Object.assign({}, item, { label: written ?? own ?? label, collection });
  };
  const items = menu.items.map((first) =>
    Object.assign(named(first), {
      children: first.children.map((second) =>
        Object.assign(named(second), { children: second.children.map((third) => named(third)) }),
      ),
    }),
  );
  return { ...menu, items };
}
