import type { shipments } from "@vetrina/contract/orders/shipments";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { changeUnits, settleFulfillment } from "../order-records/fulfillment.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { unitsIn } from "./create-shipment.ts";
import { namedUnits, orderOf, presentShipment, readShipment } from "./shipment-rows.ts";

/**
 * Deletes a pending shipment, so that its units can be shipped again. Doesn't change the ledger: the units still count
 * as sold at the location where they were packed. Throws INVALID_TRANSITION if the shipment isn't pending.
 */
export const cancelShipment: Handler<typeof shipments.cancelShipment> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    const orderId = await orderOf(tx, id);
    await lockOrder(tx, orderId);
    const shipment = await readShipment(tx, id);
    const present = async () => presentShipment(ctx, shipment);
    await requireFresh(tx, ctx, "shipment", shipment.version, present);
    const { status, lines } = shipment;
    if (status !== "PENDING")
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "Only a PENDING shipment can be canceled. If this one comes back, set its status to RETURNED.",
        { status },
      );
    const of = sql`store_id = ${tx.storeId} and order_id = ${orderId}`;
    await tx.run(sql`delete from shop.shipment_lines where ${of} and shipment_id = ${id}`);
    await tx.run(sql`delete from shop.shipments where ${of} and id = ${id}`);
    const items = namedUnits(lines);
    await changeUnits(
      tx,
      orderId,
      items.map(({ orderItemId, quantity }) => ({ orderItemId, fulfilled: -quantity })),
    );
    await settleFulfillment(tx, orderId);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "shipment",
      entityId: id,
      before: { orderId, status },
    });
    // The shipment is deleted, so readUnitsBack reads these from the event.
    const packedAt = shipment.createdAt.toISOString();
    const data = { shipmentId: id, units: unitsIn(lines), packedAt, items };
    await recordEvent(tx, ctx, orderId, { kind: "shipment-canceled", data });
  });
