import type { Menu, menus } from "@vetrina/contract/menus";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { allMenus, publishedMenus, readMenu } from "./menu-rows.ts";

/** A menu as it is now; who sees more sees items of unpublished collections, too. */
export async function getMenu(
  ctx: Context,
  { name }: Omit<Input<typeof menus.getMenu>, "storeId">,
): Promise<Menu> {
  if (ctx.seesMore) return ctx.tx((tx) => readMenu(ctx, tx, allMenus, name));
  return readMenu(ctx, ctx.catalogue, publishedMenus, name);
}
