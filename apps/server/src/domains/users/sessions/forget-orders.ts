import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { orderCookieName } from "../../../platform/http/callers/identify.ts";
import { cookiesOfOrders } from "../../order-records/order-key.ts";

/** Maximum number of cookies that a call clears, because proxies reject responses with too many headers. */
const maxForgotten = 50;

/** Clears the cookies that open orders, because they would show this browser's orders to its next user. */
export function forgetOrders(ctx: Context): void {
  clear(
    ctx,
    cookiesOfOrders(ctx).map(({ id }) => id),
  );
}

/** Clears the cookies that open orders of accounts other than this one. Guests' orders stay open in the browser. */
export async function forgetOrdersOfOthers(ctx: Context, userId: string): Promise<void> {
  const own = cookiesOfOrders(ctx);
  if (own.length === 0) return;
  const others = await ctx.lookups.rows<{ id: string }>(sql`
    select id from door.orders_of_others(${userId}, ${own.map(({ id }) => id)}::uuid[],
      ${own.map(({ hash }) => hash)}::bytea[], ${own.map(({ boundTo }) => boundTo)}::uuid[]) as id`);
  clear(
    ctx,
    others.map(({ id }) => id),
  );
}

/** If there are more than the maximum, clears the cookies of the newest orders (ids begin with the time). */
function clear(ctx: Context, orderIds: readonly string[]): void {
  for (const id of [...new Set(orderIds)].toSorted().slice(-maxForgotten))
    ctx.setCookie(`${orderCookieName(id)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
}
