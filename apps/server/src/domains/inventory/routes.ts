import type { inventory } from "@vetrina/contract/stock/inventory";
import type { locations } from "@vetrina/contract/stock/locations";
import type { stockCounts } from "@vetrina/contract/stock/stock-counts";
import type { transfers } from "@vetrina/contract/stock/transfers";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelTransfer } from "./transfers/cancel-transfer.ts";
import { createAdjustment } from "./create-adjustment.ts";
import { createCount } from "./counts/create-count.ts";
import { createLocation } from "./create-location.ts";
import { createTransfer } from "./transfers/create-transfer.ts";
import { deleteLocation } from "./delete-location.ts";
import { getCount } from "./counts/get-count.ts";
import { getTransfer } from "./transfers/get-transfer.ts";
import { listCounts } from "./counts/list-counts.ts";
import { listLevels } from "./list-levels.ts";
import { listLocations } from "./list-locations.ts";
import { listLowStock } from "./list-low-stock.ts";
import { listMovements } from "./list-movements.ts";
import { listTransfers } from "./transfers/list-transfers.ts";
import { receiveTransfer } from "./transfers/receive-transfer.ts";
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

export const transfersRoutes = {
  createTransfer,
  listTransfers,
  getTransfer,
  receiveTransfer,
  cancelTransfer,
} satisfies Routes<typeof transfers>;

export const stockCountsRoutes = {
  createCount,
  listCounts,
  getCount,
} satisfies Routes<typeof stockCounts>;
