import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { shipping } from "@vetrina/contract/pricing/shipping";
import type { Routes } from "../../platform/http/routes.ts";
import { calculateShipping } from "./calculate-shipping.ts";
import { validateDiscount } from "./validate-discount.ts";

export const codesRoutes = { validateDiscount } satisfies Pick<
  Routes<typeof discounts>,
  "validateDiscount"
>;

export const quotesRoutes = { calculateShipping } satisfies Pick<
  Routes<typeof shipping>,
  "calculateShipping"
>;
