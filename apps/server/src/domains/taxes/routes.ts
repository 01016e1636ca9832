import type { taxes } from "@vetrina/contract/pricing/taxes";
import type { Routes } from "../../platform/http/routes.ts";
import { createTaxRate } from "./create-tax-rate.ts";
import { deleteTaxRate } from "./delete-tax-rate.ts";
import { getTaxSettings } from "./get-tax-settings.ts";
import { listTaxRates } from "./list-tax-rates.ts";
import { updateTaxRate } from "./update-tax-rate.ts";
import { updateTaxSettings } from "./update-tax-settings.ts";

export const taxesRoutes: Routes<typeof taxes> = {
  getTaxSettings,
  updateTaxSettings,
  listTaxRates,
  createTaxRate,
  updateTaxRate,
  deleteTaxRate,
};
