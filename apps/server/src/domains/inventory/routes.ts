import type { inventory } from "@vetrina/contract/inventory";
import type { Routes } from "../../platform/http/routes.ts";

export const inventoryRoutes: Partial<Routes<typeof inventory>> = {};
