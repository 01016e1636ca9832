import type { shipments } from "@vetrina/contract/orders/shipments";
import type { Handler } from "../../platform/http/routes.ts";
import { readOrder } from "../order-records/order-rows.ts";
import { presentShipment, readShipments } from "./shipment-rows.ts";

export const listShipments: Handler<typeof shipments.listShipments> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await readOrder(tx, id);
    const rows = await readShipments(tx, id);
    return { items: rows.map((row) => presentShipment(ctx, row)) };
  });
