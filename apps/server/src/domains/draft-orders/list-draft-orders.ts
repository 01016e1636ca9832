import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import { sql, type Sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readCursor, writeCursor } from "../../platform/http/answers/time-cursor.ts";
import { type ListedDraft, listedColumns, presentDraft } from "./draft-rows.ts";

/**
 * Returns one page of the store's drafts, newest first. Unlike `page`, `after` continues without reading earlier pages
 * again.
 */
export const listDraftOrders: Handler<typeof draftOrders.listDraftOrders> = async (
  ctx,
  { page, limit, after, status, customerId },
) => {
  const cursor = readCursor(after);
  const now = ctx.now();
  const offset = cursor === null ? (page - 1) * limit : 0;
  const behind =
    cursor === null
      ? sql``
      : sql` and (created_at, id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
  const { rows, total } = await ctx.tx(async (tx) => {
    const ofCustomer = customerId === undefined ? sql`` : sql` and customer_id = ${customerId}`;
    const which = sql`store_id = ${tx.storeId}${statusIs(status, now)}${ofCustomer}`;
    const found = await tx.rows<ListedDraft & { cursor_at: string }>(sql`
      select ${listedColumns}, created_at::text as cursor_at from shop.draft_orders where ${which}${behind}
      order by created_at desc, id desc limit ${limit + 1} offset ${offset}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.draft_orders where ${which}`,
    );
    return { rows: found, total: count?.total ?? 0 };
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => presentDraft(row, now)),
    page,
    limit,
    total,
    next: last === undefined ? null : writeCursor({ at: last.cursor_at, id: last.id }),
  };
};

function statusIs(status: "OPEN" | "EXPIRED" | "CONVERTED" | undefined, now: Date): Sql {
  switch (status) {
    case undefined:
      return sql``;
    case "CONVERTED":
      return sql` and converted_at is not null`;
    case "OPEN":
      return sql` and converted_at is null and expires_at > ${now}`;
    case "EXPIRED":
      return sql` and converted_at is null and expires_at <= ${now}`;
    default:
      return status satisfies never;
  }
}
