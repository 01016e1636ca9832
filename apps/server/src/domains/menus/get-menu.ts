import type { Menu, menus } from "@vetrina/contract/menus";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { translatedWords } from "../languages/translate.ts";
import { allMenus, publishedMenus, readMenu } from "./menu-rows.ts";

/**
 * A menu as it is now, in the language asked for as far as its labels are translated; who sees more sees the originals, and
 * items of unpublished collections, too.
 */
export async function getMenu(
  ctx: Context,
  { name, language }: Omit<Input<typeof menus.getMenu>, "storeId">,
): Promise<Menu> {
  if (ctx.seesMore) return ctx.tx((tx) => readMenu(ctx, tx, allMenus, name));
  const menu = await readMenu(ctx, ctx.catalogue, publishedMenus, name);
  return inWords(menu, await translatedWords(ctx, "NAVIGATION", language));
}

// Three levels, each of its own type.
function inWords(menu: Menu, words: ReadonlyMap<string, string>): Menu {
  const named = <Item extends { label: string }>(item: Item): Item =>
    Object.assign({}, item, { label: words.get(item.label) ?? item.label });
  const items = menu.items.map((first) =>
    Object.assign(named(first), {
      children: first.children.map((second) =>
        Object.assign(named(second), { children: second.children.map((third) => named(third)) }),
      ),
    }),
  );
  return { ...menu, items };
}
