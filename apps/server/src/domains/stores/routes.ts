import type { stores } from "@vetrina/contract/stores";
import type { Routes } from "../../platform/http/routes.ts";
import { getHelp, getStore, listPolicies } from "./queries.ts";

export const storesRoutes = { getStore, listPolicies, getHelp } satisfies Routes<typeof stores>;
