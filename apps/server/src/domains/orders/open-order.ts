import type { orders } from "@vetrina/contract/orders/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { cookiesOfOrders, orderCookie } from "../order-records/order-key.ts";
import { readLinkVersion } from "../order-records/order-rows.ts";

/**
 * Sets the cookie that opens the order in this browser. Scripts can't read the cookie. The caller has already proven
 * that they have the key.
 */
export const openOrder: Handler<typeof orders.openOrder> = async (ctx, { id }) => {
  const of = await ctx.tx(async (tx) => ({
    version: await readLinkVersion(tx, id),
    sessionId: await sessionOf(tx, ctx, id),
  }));
  ctx.setCookie(orderCookie(ctx, id, of));
};

/**
 * Returns the session whose end makes the new cookie invalid: the session of the cookie that opened the order. If there
 * is none and an account placed the order, the caller's session or that of the browser's earlier cookie, unless it has
 * ended.
 */
async function sessionOf(tx: Transaction, ctx: Context, orderId: string): Promise<string | null> {
  const { actor, sessionId } = ctx;
  if (actor.kind === "order" && actor.sessionId !== null) return actor.sessionId;
  const earlier = cookiesOfOrders(ctx).find(({ id }) => id === orderId)?.sessionId ?? null;
  if (sessionId === null && earlier === null) return null;
  const found = await tx.row<{ id: string }>(sql`
    select s.id from shop.sessions s
    where s.id = coalesce(${sessionId}::uuid, ${earlier}::uuid) and s.revoked_at is null
      and exists (select from shop.orders o
        where o.store_id = ${tx.storeId} and o.id = ${orderId} and o.placed_by is not null)`);
  return found?.id ?? null;
}
