import type { shipments } from "@vetrina/contract/orders/shipments";
import type { Routes } from "../../platform/http/routes.ts";
import { cancelShipment } from "./cancel-shipment.ts";
import { createShipment } from "./create-shipment.ts";
import { createShipments } from "./create-shipments.ts";
import { getPackingSlip } from "./get-packing-slip.ts";
import { getPackingSlips } from "./get-packing-slips.ts";
import { getShipment } from "./get-shipment.ts";
import { listShipments } from "./list-shipments.ts";
import { updateShipment } from "./update-shipment.ts";

export const shipmentsRoutes = {
  listShipments,
  createShipment,
  createShipments,
  getShipment,
  updateShipment,
  cancelShipment,
  getPackingSlip,
  getPackingSlips,
} satisfies Routes<typeof shipments>;
