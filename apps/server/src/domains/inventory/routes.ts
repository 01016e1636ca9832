import type { inventory } from "@vetrina/contract/inventory";
import type { locations } from "@vetrina/contract/locations";
import type { Routes } from "../../platform/http/routes.ts";
import { createAdjustment } from "./create-adjustment.ts";
import { createLocation } from "./create-location.ts";
import { deleteLocation } from "./delete-location.ts";
import { listMovements } from "./list-movements.ts";
import { listLocations } from "./locations.ts";
import { listLevels, listLowStock } from "./queries.ts";
import { setBackorder } from "./set-backorder.ts";
import { setLevel } from "./set-level.ts";
import { setReorderPoint } from "./set-reorder-point.ts";
import { updateLocation } from "./update-location.ts";

export const inventoryRoutes = {
  listLevels,
  setLevel,
  createAdjustment,
  setReorderPoint,
  setBackorder,
  listLowStock,
  listMovements,
} satisfies Routes<typeof inventory>;

export const locationsRoutes = {
  listLocations,
  createLocation,
  updateLocation,
  deleteLocation,
} satisfies Routes<typeof locations>;
