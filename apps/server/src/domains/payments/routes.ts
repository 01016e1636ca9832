import type { payments } from "@vetrina/contract/payments";
import type { Routes } from "../../platform/http/routes.ts";

export const paymentsRoutes: Partial<Routes<typeof payments>> = {};
