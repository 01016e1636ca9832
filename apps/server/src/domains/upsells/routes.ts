import type { upsells } from "@vetrina/contract/catalogue/upsells";
import type { Routes } from "../../platform/http/routes.ts";
import { createUpsell } from "./create-upsell.ts";
import { deleteUpsell } from "./delete-upsell.ts";
import { listUpsells } from "./list-upsells.ts";
import { updateUpsell } from "./update-upsell.ts";

export const upsellsRoutes: Routes<typeof upsells> = {
  listUpsells,
  createUpsell,
  updateUpsell,
  deleteUpsell,
};
