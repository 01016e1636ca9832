import { mayStep, shipmentTransitions } from "@vetrina/commerce/orders/order-states";
import type { ShippingStatus } from "@vetrina/contract/enumerations";
import type { ShipmentUpdate, shipments } from "@vetrina/contract/orders/shipments";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { changeUnits, settleFulfillment } from "../order-records/fulfillment.ts";
import { readItems } from "../order-records/order-rows.ts";
import { type OrderEventKind, recordEvent } from "../order-records/record-event.ts";
import { unitsIn } from "./create-shipment.ts";
import { enqueueShipmentMail } from "./mails.ts";
import { restockShipment } from "./restock-shipment.ts";
import { lockForShipping, requireNotPaidBack, requireShippable } from "./shippable.ts";
import {
  auditedFields,
  namedUnits,
  orderOf,
  presentShipment,
  readShipment,
  type ShipmentRow,
  unitsByItem,
} from "./shipment-rows.ts";

/** Changes the carrier, tracking or status. Throws INVALID_TRANSITION for a status that is not allowed. */
export const updateShipment: Handler<typeof shipments.updateShipment> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    const { order, mode } = await lockForShipping(tx, await orderOf(tx, id));
    const before = await readShipment(tx, id);
    const present = async () => presentShipment(ctx, before);
    await requireFresh(tx, ctx, "shipment", before.version, present);
    const step = stepOf(before.status, body);
    if (step === "SHIPPED") {
      requireShippable(order, mode);
      const sent = new Set(before.lines.map(({ orderItemId }) => orderItemId));
      const items = await readItems(tx, order.id);
      requireNotPaidBack(
        order,
        items.filter((item) => sent.has(item.id)),
      );
    }
    await writeShipment(tx, ctx, before, body);
    const restocked = step === "RETURNED" ? await takeBack(tx, before, body) : null;
    if (step !== null) await settleFulfillment(tx, order.id);
    await record(tx, ctx, before, body, { step, restocked });
    if (body.notify && (step === "SHIPPED" || step === "DELIVERED")) {
      const template = step === "SHIPPED" ? "order-shipped" : "order-delivered";
      await enqueueShipmentMail(tx, order, { template, shipmentId: id });
    }
    return presentShipment(ctx, await readShipment(tx, id));
  });

/** Returns the status that the body requests; null if it doesn't change. */
function stepOf(from: ShippingStatus, { status, restock }: ShipmentUpdate): ShippingStatus | null {
  const step = status === undefined || status === from ? null : status;
  if (restock !== undefined && status !== "RETURNED")
    throw invalidField("restock", "Send restock only with the status RETURNED.");
  // Units are restocked only by the call that sets RETURNED. A later call with `restock` is rejected, so that no unit
  // is restocked twice.
  const isRepeated = restock !== undefined && step === null;
  if (step === null && !isRepeated) return null;
  if (step === null || !mayStep(shipmentTransitions, from, step))
    throw new ApiFailure("INVALID_TRANSITION", refusals[from], { status: from });
  return step;
}

/** Error messages for status changes that are not allowed, by the current status, with what to do instead. */
const refusals: Record<ShippingStatus, string> = {
  PENDING: "This shipment is PENDING. Set it to SHIPPED first, or cancel it.",
  SHIPPED: "This shipment is SHIPPED. It can only be set to DELIVERED or RETURNED.",
  DELIVERED: "This shipment was delivered. It can only be set to RETURNED.",
  RETURNED: "This shipment came back. Its status is final.",
};

async function writeShipment(
  tx: Transaction,
  ctx: Context,
  { id, orderId, status: from }: ShipmentRow,
  body: ShipmentUpdate,
): Promise<void> {
  const { status = from } = body;
  const now = ctx.now();
  const kept = (field: "carrier" | "trackingNumber" | "trackingUrl") =>
    sql`${body[field] !== undefined}::boolean`;
  await tx.run(sql`
    update shop.shipments set status = ${status}, version = version + 1, updated_at = ${now},
      carrier = case when ${kept("carrier")} then ${body.carrier} else carrier end,
      tracking_number = case when ${kept("trackingNumber")} then ${body.trackingNumber} else tracking_number end,
      tracking_url = case when ${kept("trackingUrl")} then ${body.trackingUrl} else tracking_url end,
      shipped_at = case when ${status} = 'PENDING' then null else coalesce(shipped_at, ${now}) end,
      delivered_at = case when ${status} = 'DELIVERED' then coalesce(delivered_at, ${now}) else delivered_at end,
      returned_at = case when ${status} = 'RETURNED' then coalesce(returned_at, ${now}) end
    where store_id = ${tx.storeId} and order_id = ${orderId} and id = ${id}`);
}

/** Records returned units, puts them back in stock where requested, and returns how many went into stock. */
async function takeBack(
  tx: Transaction,
  shipment: ShipmentRow,
  { restock }: ShipmentUpdate,
): Promise<number> {
  const items = unitsByItem(shipment.lines);
  await changeUnits(
    tx,
    shipment.orderId,
    items.map(({ orderItemId, quantity }) => ({ orderItemId, returned: quantity })),
  );
  return restock === undefined ? 0 : restockShipment(tx, shipment, restock);
}

const kinds: Record<Exclude<ShippingStatus, "PENDING">, OrderEventKind> = {
  SHIPPED: "shipped",
  DELIVERED: "delivered",
  RETURNED: "returned",
};

async function record(
  tx: Transaction,
  ctx: Context,
  before: ShipmentRow,
  body: ShipmentUpdate,
  { step, restocked }: { step: ShippingStatus | null; restocked: number | null },
): Promise<void> {
  const { notify: _, ...after } = body;
  const { status, carrier } = before;
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "shipment",
    entityId: before.id,
    before: { status, carrier },
    after: auditedFields(after),
  });
  await recordEvent(tx, ctx, before.orderId, {
    kind: step === null || step === "PENDING" ? "shipment-changed" : kinds[step],
    data: {
      shipmentId: before.id,
      units: unitsIn(before.lines),
      ...(restocked === null ? {} : { restocked }),
      // readUnitsBack reads which items came back from this event, because the ledger doesn't contain order items.
      ...(body.restock && { restock: body.restock.items ?? namedUnits(before.lines) }),
    },
  });
}
