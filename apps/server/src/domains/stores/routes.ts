import type { stores } from "@vetrina/contract/stores";
import type { Routes } from "../../platform/http/routes.ts";

export const storesRoutes: Partial<Routes<typeof stores>> = {};
