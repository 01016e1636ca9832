import type { discounts } from "@vetrina/contract/discounts";
import type { Routes } from "../../platform/http/routes.ts";
import { validateDiscount } from "./validate-discount.ts";

export const discountsRoutes = { validateDiscount } satisfies Routes<typeof discounts>;
