import { createHash } from "node:crypto";
import type { shipments } from "@vetrina/contract/orders/shipments";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { createShipment } from "./create-shipment.ts";

/**
 * Ships or packs all units that are left to ship of each order, one transaction per order. A repeated request returns
 * the first request's shipments and retries the orders that failed. Throws NOT_FOUND if the store has none of the
 * orders.
 */
export const createShipments: Handler<typeof shipments.createShipments> = async (
  ctx,
  { body: { orders, status, notify } },
) => {
  await ctx.tx(async (tx) => {
    if ((await claimKey(tx, ctx)) === null) await keepAnswer(tx, ctx, {});
    const ids = orders.map(({ orderId }) => orderId);
    const row = await tx.row<{ n: number }>(sql`
      select count(*)::int as n from shop.orders where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
    if (row?.n === 0) throw notFound("order");
  });
  const items = [];
  for (const { orderId, ...parcel } of orders) {
    const input = { id: orderId, body: { ...parcel, status, notify } };
    try {
      const shipment = await createShipment(keyOfOrder(ctx, orderId), input);
      items.push({ orderId, shipment, error: null });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { code, message } = error;
      items.push({ orderId, shipment: null, error: { code, message } });
    }
  }
  return { items };
};

/** Returns the context for one of the orders, with its own Idempotency-Key. */
function keyOfOrder(ctx: Context, orderId: string): Context {
  if (ctx.idempotency === null) return ctx;
  const key = createHash("sha256").update(`${ctx.idempotency.key} ${orderId}`).digest("base64url");
  return { ...ctx, idempotency: { ...ctx.idempotency, key } };
}
