import type { OrderMail, orderManagement } from "@vetrina/contract/orders/order-management";
import { audit } from "../../../platform/audit.ts";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../../platform/errors.ts";
import type { Handler, Input } from "../../../platform/http/routes.ts";
import { dueOf } from "../../order-records/order-money.ts";
import {
  enqueueOrderCanceled,
  enqueueOrderChanged,
  enqueueOrderConfirmation,
  type OrderToMail,
} from "../../order-records/mails.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { enqueueOrderRefunded } from "../../refunds/mails.ts";
import { readRefunds } from "../../refunds/refund-rows.ts";
import { enqueueShipmentMail } from "../../shipments/mails.ts";
import { readShipments } from "../../shipments/shipment-rows.ts";

/**
 * Sends one of the order's emails again, to the order's current email address. Throws INVALID_TRANSITION, NOT_FOUND.
 */
export const sendOrderMail: Handler<typeof orderManagement.sendOrderMail> = (ctx, { id, body }) =>
  ctx.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.email === null) throw notSendable("This order has no email. Add one first.");
    requireFitting(body);
    const data = await senders[body.template](tx, { ...order, isResent: true }, body);
    await recordEvent(tx, ctx, id, {
      kind: "mail-sent",
      data: { template: body.template, ...data },
    });
    await audit(tx, ctx, {
      action: "OTHER",
      entityType: "order",
      entityId: id,
      after: { mailSent: body.template, ...data },
    });
    return { to: order.email };
  });

type Body = Input<typeof orderManagement.sendOrderMail>["body"];
type Which = Pick<Body, "shipmentId" | "refundId">;

/** How each kind of email is sent again. Returns the id of the shipment or refund that the email is about. */
const senders: Record<
  OrderMail,
  (tx: Transaction, order: OrderToMail, which: Which) => Promise<Which>
> = {
  async "order-confirmation"(tx, order) {
    if (order.paid_at === null)
      throw notSendable("This order isn't paid. Send the confirmation once it has been paid.");
    await enqueueOrderConfirmation(tx, order);
    return {};
  },
  async "order-shipped"(tx, order, { shipmentId }) {
    const id = newest(await readShipments(tx, order.id), {
      id: shipmentId,
      what: "shipment",
      has: ({ status }) => status === "SHIPPED" || status === "DELIVERED",
    });
    if (id === null)
      throw notSendable("This email can be sent only for a shipment that is SHIPPED or DELIVERED.");
    await enqueueShipmentMail(tx, order, { template: "order-shipped", shipmentId: id });
    return { shipmentId: id };
  },
  async "order-delivered"(tx, order, { shipmentId }) {
    if (order.pickup !== null)
      throw notSendable("This order is for pickup, so there is no email about its delivery.");
    const id = newest(await readShipments(tx, order.id), {
      id: shipmentId,
      what: "shipment",
      has: ({ status }) => status === "DELIVERED",
    });
    if (id === null)
      throw notSendable("This email can be sent only for a shipment that is DELIVERED.");
    await enqueueShipmentMail(tx, order, { template: "order-delivered", shipmentId: id });
    return { shipmentId: id };
  },
  async "order-canceled"(tx, order) {
    if (order.cancelled_at === null)
      throw notSendable("This order was not canceled, so it has no email about a cancellation.");
    await enqueueOrderCanceled(tx, order, await readRefundOfCancellation(tx, order.id));
    return {};
  },
  async "order-changed"(tx, order) {
    const isOpen = order.change_due_minor > 0;
    const last = await readLastChange(tx, order.id);
    if (!isOpen && last === undefined)
      throw notSendable("This order was not changed, so it has no email about a change.");
    await enqueueOrderChanged(tx, order, {
      state: isOpen ? "open" : "applied",
      dueMinor: dueOf(order),
      refundMinor: 0,
      isPaid: !isOpen,
      refundId: isOpen ? null : (last?.refundId ?? null),
      hasOwnNote: !isOpen && last?.hasOwnNote === true,
    });
    return {};
  },
  async "order-refunded"(tx, order, { refundId }) {
    const id = newest(await readRefunds(tx, order.id), {
      id: refundId,
      what: "refund",
      has: ({ state }) => state === "completed",
    });
    if (id === null) throw notSendable("This email can be sent only for a completed refund.");
    await enqueueOrderRefunded(tx, order, id);
    return { refundId: id };
  },
};

function requireFitting({ template, shipmentId, refundId }: Body): void {
  if (shipmentId !== undefined && template !== "order-shipped" && template !== "order-delivered")
    throw invalidField("shipmentId", "Send a shipmentId only for an email about a shipment.");
  if (refundId !== undefined && template !== "order-refunded")
    throw invalidField("refundId", "Send a refundId only for the email about a refund.");
}

type Wanted<T> = { id: string | undefined; what: string; has: (row: T) => boolean };

/**
 * Returns the id of the newest row that `has` accepts, or null if it accepts none. With `id`, only that row is
 * considered; throws NOT_FOUND if there is none. `rows` are sorted oldest first.
 */
function newest<T extends { id: string }>(
  rows: readonly T[],
  { id, what, has }: Wanted<T>,
): string | null {
  const named = id === undefined ? rows : rows.filter((row) => row.id === id);
  if (named.length === 0 && id !== undefined) throw notFound(what);
  return named.findLast(has)?.id ?? null;
}

/** Reads the id of the refund that was started when the order was canceled; null if nothing was refunded. */
async function readRefundOfCancellation(tx: Transaction, orderId: string): Promise<string | null> {
  const row = await tx.row<{ id: string | null }>(sql`
    select data ->> 'refundId' as id from shop.order_events
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind = 'canceled' order by id desc limit 1`);
  return row?.id ?? null;
}

async function readLastChange(
  tx: Transaction,
  orderId: string,
): Promise<{ refundId: string | null; hasOwnNote: boolean | null } | undefined> {
  return tx.row(sql`
    select data ->> 'refundId' as "refundId", (data -> 'hasOwnNote')::boolean as "hasOwnNote" from shop.order_events
    where store_id = ${tx.storeId} and order_id = ${orderId} and kind in ('lines-changed', 'address-changed')
    order by id desc limit 1`);
}

function notSendable(message: string): ApiFailure {
  return new ApiFailure("INVALID_TRANSITION", message);
}
