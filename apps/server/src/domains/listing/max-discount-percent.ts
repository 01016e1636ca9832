import { discountPercent } from "@vetrina/commerce/products/variants";
import { createBriefMemory } from "../../platform/brief-memory.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { catalogueVersion } from "../collections/catalogue-version.ts";

const keepMs = 300_000;
const memory = createBriefMemory<number | null>(keepMs, 10_000);

/**
 * Returns the highest discount among the store's published products, in whole percent, or null if no price is reduced.
 * Cached while the catalogue stays the same, but for five minutes at most, because it reads all products.
 */
export async function maxDiscountPercent(ctx: Context): Promise<number | null> {
  const version = await catalogueVersion(ctx);
  return memory.remember(`${ctx.store.id} ${version}`, async () => {
    const row = await ctx.catalogue.row<{ price: number; regular: number }>(sql`
      select p.price_minor as price, p.regular_price_minor as regular from catalogue.products p
      where p.store_id = ${ctx.store.id} and p.regular_price_minor > p.price_minor
      order by p.price_minor::float8 / p.regular_price_minor limit 1`);
    return row === undefined ? null : discountPercent(row.price, row.regular);
  });
}
