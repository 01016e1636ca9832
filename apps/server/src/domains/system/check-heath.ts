import type { system } from "@vetrina/contract/stores/system";
import type { Handler } from "../../platform/http/routes.ts";
import { checkHealth } from "./check-health.ts";

/** checkHealth() at the path as the specification spells it. */
export const checkHeath: Handler<typeof system.checkHeath> = checkHealth;
