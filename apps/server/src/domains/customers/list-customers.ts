import { phoneDigits } from "@vetrina/commerce/addresses/phone-digits";
import type { customers } from "@vetrina/contract/people/customers";
import type { Transaction } from "../../platform/context.ts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { customerColumns, type CustomerRow, presentCustomer } from "./customer-rows.ts";
import { type Cursor, type CustomerSort, readCursor, writeCursor } from "./rules.ts";

/**
 * Returns one page of the store's customers. With `after`, the page starts where the previous one ended. Each sort
 * order has an index.
 */
export const listCustomers: Handler<typeof customers.listCustomers> = async (
  ctx,
  { search, sort, page, limit, after },
) => {
  const cursor = after === undefined ? null : cursorOf(sort, after);
  const { rows, total } = await ctx.tx((tx) =>
    readPage(tx, { search, sort, cursor, limit, offset: cursor === null ? (page - 1) * limit : 0 }),
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentCustomer(ctx, row)),
    page,
    limit,
    total,
    next:
      last === undefined || rows.length <= limit
        ? null
        : writeCursor(sort, { value: last.sorted_by, id: last.id }),
  };
};

function cursorOf(sort: CustomerSort, after: string): Cursor {
  const cursor = readCursor(sort, after);
  if (cursor !== null) return cursor;
  const message = "Send the `next` value of a page that you requested with the same sort.";
  throw new ApiFailure("VALIDATION_FAILED", `after: ${message}`, [{ path: "after", message }]);
}

type Row = CustomerRow & { sorted_by: string };
export type Query = {
  search: string | undefined;
  sort: CustomerSort;
  cursor: Cursor | null;
  limit: number;
  offset: number;
};

/** Maximum number of matches that a search takes from each of email, name, last name and phone. */
const maxFound = 1000;
const lastOrder = sql`coalesce(c.last_order_at, '-infinity'::timestamptz)`;

/**
 * For each sort order: the ORDER BY clause, the value stored in a cursor, and the condition for rows after a cursor.
 */
const sorts: Record<CustomerSort, { order: Sql; value: Sql; after: (cursor: Cursor) => Sql }> = {
  newest: {
    order: sql`c.id desc`,
    value: sql`''`,
    after: ({ id }) => sql`c.id < ${id}`,
  },
  oldest: {
    order: sql`c.id`,
    value: sql`''`,
    after: ({ id }) => sql`c.id > ${id}`,
  },
  "last-order": {
    order: sql`${lastOrder} desc, c.id desc`,
    value: sql`${lastOrder}::text`,
    after: ({ value, id }) => sql`(${lastOrder}, c.id) < (${value}::timestamptz, ${id}::uuid)`,
  },
  "most-spent": {
    order: sql`c.spent_minor desc, c.id desc`,
    value: sql`c.spent_minor::text`,
    after: ({ value, id }) => sql`(c.spent_minor, c.id) < (${value}::bigint, ${id}::uuid)`,
  },
};

async function readPage(tx: Transaction, query: Query): Promise<{ rows: Row[]; total: number }> {
  const { page, count } = customerQueries(tx.storeId, query);
  const rows = await tx.rows<Row>(page);
  const counted = await tx.row<{ total: number }>(count);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Returns two queries: `page` reads the rows of a page and one more, which shows whether another page follows; `count`
 * counts all rows.
 */
export function customerQueries(
  storeId: string,
  { search, sort, cursor, limit, offset }: Query,
): { page: Sql; count: Sql } {
  const { order, value, after } = sorts[sort];
  const found = [
    sql`c.store_id = ${storeId}`,
    sql`c.erased_at is null`,
    ...(search === undefined
      ? []
      : [
          sql`c.id in (select door.find_customers(${search}, ${phoneDigits(search)}, ${maxFound}))`,
        ]),
  ];
  const shown = cursor === null ? found : [...found, after(cursor)];
  return {
    page: sql`
      select ${customerColumns}, ${value} as sorted_by from shop.customers c
      where ${joinSql(shown, " and ")} order by ${order} limit ${limit + 1} offset ${offset}`,
    count: sql`select count(*)::int as total from shop.customers c where ${joinSql(found, " and ")}`,
  };
}
