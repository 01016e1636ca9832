import { toMajor } from "@vetrina/commerce/money";
import type { orders, TrackedShipment } from "@vetrina/contract/orders/orders";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { type OrderRow, presentStates, statusOf } from "../order-records/present-order.ts";
import { trackingLink } from "../shipments/shipment-rows.ts";

type FoundOrder = Pick<
  OrderRow,
  | ("id" | "order_number" | "currency" | "total_minor" | "created_at" | "payment_environment")
  | ("payment_state" | "fulfillment_state" | "return_state")
  | ("cancelled_at" | "completed_at" | "paid_at" | "delivered_at" | "expires_at")
> & {
  email: string;
  is_pickup: boolean;
  refunded_at: Date | null;
  shipments: TrackedShipment[];
};

/** Looks up a shopper's order. An unknown number and a wrong email get the same response after the same work. */
export const getOrderThankYou: Handler<typeof orders.getOrderThankYou> = async (
  ctx,
  { id, emailOrder },
) => {
  const found = await findOrder(ctx.lookups, ctx.store.id, id, emailOrder);
  if (found === undefined)
    throw new ApiFailure(
      "ORDER_NOT_FOUND",
      "Order not found. Please check your order number and email.",
    );
  const createdAt = found.created_at.toISOString();
  const { fulfillmentState, returnState, paidAt, deliveredAt, completedAt, canceledAt } =
    presentStates(found);
  return {
    id: found.id,
    orderNumber: found.order_number,
    customer: { email: found.email },
    date: createdAt,
    createdAt,
    status: statusOf(found),
    isBeingPaid: found.payment_state === "processing" && found.paid_at === null,
    expiresAt: found.expires_at?.toISOString() ?? null,
    fulfillmentState,
    returnState,
    paidAt,
    deliveredAt,
    completedAt,
    canceledAt,
    refundedAt: found.refunded_at?.toISOString() ?? null,
    isPickup: found.is_pickup,
    environment: found.payment_environment,
    currency: found.currency,
    total: toMajor(found.total_minor, found.currency),
    shipments: found.shipments.map(trackedShipment),
  };
};

/**
 * Finds an order by number or id and its email; undefined for an unknown number and also for a wrong email.
 */
function findOrder(
  reader: Queryable,
  storeId: string,
  reference: string,
  email: string,
): Promise<FoundOrder | undefined> {
  return reader.row<FoundOrder>(
    sql`select * from door.find_order(${storeId}, ${reference}, ${email})`,
  );
}

function trackedShipment(row: TrackedShipment): TrackedShipment {
  return {
    ...row,
    trackingUrl: trackingLink(row),
    createdAt: new Date(row.createdAt).toISOString(),
    shippedAt: isoTime(row.shippedAt),
    deliveredAt: isoTime(row.deliveredAt),
    returnedAt: isoTime(row.returnedAt),
  };
}

/** Converts a time from PostgreSQL's JSON format to the API's format. */
function isoTime(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
