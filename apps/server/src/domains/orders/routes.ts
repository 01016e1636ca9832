import type { orders } from "@vetrina/contract/orders";
import type { Routes } from "../../platform/http/routes.ts";

export const ordersRoutes: Partial<Routes<typeof orders>> = {};
