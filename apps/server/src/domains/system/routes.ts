import type { system } from "@vetrina/contract/stores/system";
import type { Routes } from "../../platform/http/routes.ts";
import { checkHealth } from "./check-health.ts";
import { checkHeath } from "./check-heath.ts";
import { getSystem } from "./get-system.ts";
import { getVersion } from "./get-version.ts";

export const systemRoutes: Routes<typeof system> = {
  getSystem,
  getVersion,
  checkHeath,
  checkHealth,
};
