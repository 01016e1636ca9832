import type { taxes } from "@vetrina/contract/pricing/taxes";
import type { Handler } from "../../platform/http/routes.ts";
import { readTaxSettings } from "./tax-rows.ts";

export const getTaxSettings: Handler<typeof taxes.getTaxSettings> = (ctx) =>
  ctx.tx((tx) => readTaxSettings(tx));
