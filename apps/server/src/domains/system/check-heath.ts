import type { system } from "@vetrina/contract/stores/system";
import type { Handler } from "../../platform/http/routes.ts";
import { checkHealth } from "./check-health.ts";

/** Serves checkHealth() at the specification's path, which is spelled "heath". */
export const checkHeath: Handler<typeof system.checkHeath> = checkHealth;
