import type { shipments } from "@vetrina/contract/orders/shipments";
import type { Handler } from "../../platform/http/routes.ts";
import { presentShipment, readShipment } from "./shipment-rows.ts";

export const getShipment: Handler<typeof shipments.getShipment> = (ctx, { id }) =>
  ctx.tx(async (tx) => presentShipment(ctx, await readShipment(tx, id)));
