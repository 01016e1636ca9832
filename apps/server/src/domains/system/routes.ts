import type { system } from "@vetrina/contract/system";
import type { Routes } from "../../platform/http/routes.ts";
import { health } from "./health.ts";
import { version } from "./version.ts";

export const systemRoutes: Routes<typeof system> = {
  getVersion: async () => version,
  checkHeath: ({ services }) => health(services),
  checkHealth: ({ services }) => health(services),
};
