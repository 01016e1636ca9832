import type { orderManagement } from "@vetrina/contract/orders/order-management";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { listedColumns } from "../../order-records/order-rows.ts";
import { type ListedOrder, presentForStaff } from "../../order-records/present-order.ts";
import { matching } from "./order-filters.ts";
import {
  type Cursor,
  readCursor,
  writeCursor,
} from "../../../platform/http/answers/time-cursor.ts";

/**
 * Lists a page of the store's orders, newest first. `page` reads the orders of all earlier pages again; `after`
 * doesn't.
 */
export const listOrders: Handler<typeof orderManagement.listOrders> = async (
  ctx,
  { page, limit, after, ...filters },
) => {
  const cursor = readCursor(after);
  const offset = cursor === null ? (page - 1) * limit : 0;
  const { rows, total } = await ctx.tx(async (tx) => {
    const which = matching(tx, filters);
    const found = await readPage(tx, which, { cursor, limit: limit + 1, offset });
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.orders o where ${which}`,
    );
    return { rows: found, total: count?.total ?? 0 };
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(presentForStaff),
    page,
    limit,
    total,
    next: last === undefined ? null : writeCursor({ at: last.cursor_at, id: last.id }),
  };
};

export type PagedOrder = ListedOrder & { cursor_at: string };

/** Reads the matching orders, newest first. */
export function readPage(
  tx: Transaction,
  which: ReturnType<typeof matching>,
  { cursor, limit, offset }: { cursor: Cursor | null; limit: number; offset: number },
): Promise<PagedOrder[]> {
  const after =
    cursor === null
      ? sql``
      : sql` and (o.created_at, o.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  return tx.rows<PagedOrder>(sql`
    select ${listedColumns}, o.created_at::text as cursor_at from shop.orders o where ${which}${after}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`);
}
