import type { discounts } from "@vetrina/contract/discounts";
import type { Routes } from "../../platform/http/routes.ts";

export const discountsRoutes: Partial<Routes<typeof discounts>> = {};
