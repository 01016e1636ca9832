import type { shipping } from "@vetrina/contract/shipping";
import type { Routes } from "../../platform/http/routes.ts";
import { calculateShipping } from "./calculate-shipping.ts";

export const shippingRoutes = { calculateShipping } satisfies Routes<typeof shipping>;
