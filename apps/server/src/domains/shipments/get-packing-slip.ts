import type { shipments } from "@vetrina/contract/orders/shipments";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { drawPackingSlips, readPackedOrders, readSlipStore } from "./packed-orders.ts";
import { orderOf } from "./shipment-rows.ts";
import { slipOfShipment } from "./slip-content.ts";

/** Returns the packing slip of a shipment as a PDF. Throws SERVER_BUSY if too many documents are waiting. */
export const getPackingSlip: Handler<typeof shipments.getPackingSlip> = async (ctx, { id }) => {
  const [packed] = await ctx.tx(async (tx) => readPackedOrders(tx, [await orderOf(tx, id)]));
  const shipment = packed?.shipments.find((one) => one.id === id);
  if (packed === undefined || shipment === undefined) throw notFound("shipment");
  const content = slipOfShipment(packed, shipment, await readSlipStore(ctx));
  const name = `Packing-slip-${packed.order.order_number}.pdf`;
  return { name, bytes: await drawPackingSlips(ctx, content) };
};
