import type { analytics } from "@vetrina/contract/analytics";
import type { Routes } from "../../platform/http/routes.ts";

export const analyticsRoutes: Partial<Routes<typeof analytics>> = {};
