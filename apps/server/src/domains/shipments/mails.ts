import { unitsToShip } from "@vetrina/commerce/orders/shipments";
import { systemTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { unitsOf } from "../order-records/fulfillment.ts";
import { readItems, readOrder } from "../order-records/order-rows.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { deliveredMail, type ShipmentMail, shippedMail } from "./shipment-mails.ts";
import { readShipment } from "./shipment-rows.ts";

type ShipmentTemplate = "order-shipped" | "order-delivered";

/**
 * Notifies the buyer of a shipment. An order without an email gets none, and whoever picked the order up knows that they
 * have it.
 */
export async function enqueueShipmentMail(
  tx: Transaction,
  order: Pick<OrderRow, "id" | "email" | "pickup" | "language">,
  { template, shipmentId }: { template: ShipmentTemplate; shipmentId: string },
): Promise<void> {
  if (order.email === null) return;
  if (template === "order-delivered" && order.pickup !== null) return;
  const data = { orderId: order.id, shipmentId };
  const { email: to, language } = order;
  await enqueueMail(tx, { template, to, language, data });
}

/** null if the shipment came back meanwhile. */
export const composeOrderShipped: Composer<"order-shipped"> = async (
  services,
  { storeId, data },
  sender,
  texts,
) => {
  if (storeId === null) return null;
  const mail = await systemTransaction(services, storeId, (tx) => readMail(tx, data));
  if (mail.shipment.status === "RETURNED") return null;
  const origin = await originOfHost(services, storeId, mail.host, sender.origin);
  return { ...shippedMail(mail, { ...sender, origin }, texts), origin };
};

/** null if the shipment came back meanwhile. */
export const composeOrderDelivered: Composer<"order-delivered"> = async (
  services,
  { storeId, data },
  sender,
  texts,
) => {
  if (storeId === null) return null;
  const mail = await systemTransaction(services, storeId, (tx) => readMail(tx, data));
  if (mail.shipment.status === "RETURNED") return null;
  const origin = await originOfHost(services, storeId, mail.host, sender.origin);
  return { ...deliveredMail(mail, { ...sender, origin }, texts), origin };
};

/** Throws NOT_FOUND, so that the mail is dropped, if the order was deleted. */
async function readMail(
  tx: Transaction,
  { orderId, shipmentId }: { orderId: string; shipmentId: string },
): Promise<ShipmentMail & { host: string | null }> {
  const order = await readOrder(tx, orderId);
  const shipment = await readShipment(tx, shipmentId);
  const items = await readItems(tx, orderId);
  const placed = await tx.row<{ host: string | null }>(sql`
    select host from shop.orders where store_id = ${tx.storeId} and id = ${orderId}`);
  const toCome = items
    .map((item) => ({ item, units: unitsToShip(unitsOf(item)) }))
    .filter(({ units }) => units > 0);
  return { order, shipment, toCome, host: placed?.host ?? null };
}
