import type { menus } from "@vetrina/contract/catalogue/menus";
import type { Routes } from "../../platform/http/routes.ts";
import { getMenu } from "./get-menu.ts";
import { updateMenu } from "./update-menu.ts";

export const menusRoutes: Routes<typeof menus> = { getMenu, updateMenu };
