import type { discounts } from "@vetrina/contract/pricing/discounts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentDiscount, readDiscountRows } from "./discount-rows.ts";

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
    const rows = await readDiscountRows(
      tx,
      sql`${where} order by d.id desc limit ${limit} offset ${(page - 1) * limit}`,
    );
    const count = await tx.row<{ total: number }>(sql`
      select count(*)::int as total from shop.discounts d where d.store_id = ${tx.storeId} and d.deleted_at is null ${where}`);
    return {
      items: rows.map((row) => presentDiscount(row, ctx.store.currency)),
      page,
      limit,
      total: count?.total ?? 0,
    };
  });
