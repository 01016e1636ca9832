import type { system } from "@vetrina/contract/system";
import type { Routes } from "../../platform/http/routes.ts";

export const systemRoutes: Partial<Routes<typeof system>> = {};
