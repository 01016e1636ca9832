import type { shipping } from "@vetrina/contract/shipping";
import type { Routes } from "../../platform/http/routes.ts";

export const shippingRoutes: Partial<Routes<typeof shipping>> = {};
