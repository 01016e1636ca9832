import type { discounts } from "@vetrina/contract/pricing/discounts";
import { joinSql, type Sql, sql } from "../../platform/database/sql.ts";
import type { Transaction } from "../../platform/context.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import { presentDiscount, readDiscountRows } from "./discount-rows.ts";

/** The highest number of uses that a list counts for each discount without a limit. */
const maxCounted = 10_000;

export const listDiscounts: Handler<typeof discounts.listDiscounts> = (
  ctx,
  { search = "", isActive, page, limit },
) =>
  ctx.tx(async (tx) => {
    const conditions = [
      ...(search === ""
        ? []
        : [
            sql`and position(lower(${search}) in lower(coalesce(d.code, '') || ' ' || d.title)) > 0`,
          ]),
      ...(isActive === undefined ? [] : [sql`and d.is_active = ${isActive}`]),
    ];
    const where = joinSql(conditions, " ");
    const ofPage = sql`${where} order by d.id desc limit ${limit} offset ${(page - 1) * limit}`;
    await requirePageSize(tx, sizesOf(tx, ofPage));
    const rows = await readDiscountRows(tx, ofPage, maxCounted);
    const count = await tx.row<{ total: number }>(sql`
      select count(*)::int as total from shop.discounts d where d.store_id = ${tx.storeId} and d.deleted_at is null ${where}`);
    return {
      items: rows.map((row) => presentDiscount(row, ctx.store.currency)),
      page,
      limit,
      total: count?.total ?? 0,
    };
  });

/**
 * Returns SQL for the size in bytes of each discount's ids in a response. Each id has 36 characters, two quotes and a
 * comma.
 */
function sizesOf(tx: Transaction, rest: Sql): Sql {
  return sql`select octet_length(coalesce(d.give::text, '')) + 39 * (cardinality(d.products) + cardinality(d.collections)
      + cardinality(d.excluded_products) + cardinality(d.excluded_collections)) as bytes
    from shop.discounts d where d.store_id = ${tx.storeId} and d.deleted_at is null ${rest}`;
}
