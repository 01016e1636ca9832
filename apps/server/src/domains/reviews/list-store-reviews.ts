import type { reviews } from "@vetrina/contract/catalogue/reviews";
import type { Context } from "../../platform/context.ts";
import { joinSql, sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import {
  moderatedColumns,
  type ModeratedRow,
  moderatedToWire,
  withProduct,
} from "./review-rows.ts";

/** Lists the store's reviews in any status, newest first. */
export async function listStoreReviews(
  ctx: Context,
  { status, productId, page, limit }: Omit<Input<typeof reviews.listStoreReviews>, "storeId">,
): Promise<Output<typeof reviews.listStoreReviews>> {
  const conditions = [sql`r.store_id = ${ctx.store.id}`];
  if (status !== undefined) conditions.push(sql`r.status = ${status}`);
  if (productId !== undefined) conditions.push(sql`r.product_id = ${productId}`);
  const where = joinSql(conditions, " and ");
  return ctx.tx(async (tx) => {
    const rows = await tx.rows<ModeratedRow>(sql`
      select ${moderatedColumns} from ${withProduct} where ${where}
      order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.reviews r where ${where}`,
    );
    return {
      items: rows.map((row) => moderatedToWire(ctx.services, row)),
      page,
      limit,
      total: count?.total ?? 0,
    };
  });
}
