import type { inventory } from "@vetrina/contract/inventory";
import type { Routes } from "../../platform/http/routes.ts";
import { listLevels } from "./queries.ts";
import { setLevel } from "./set-level.ts";

export const inventoryRoutes = { listLevels, setLevel } satisfies Routes<typeof inventory>;
