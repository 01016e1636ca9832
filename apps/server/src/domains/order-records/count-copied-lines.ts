import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";

/** Each name is stored twice: in the order's line and in the order's document. */
const copies = 2;

/**
 * Limits the bytes of product and variant names that are copied into an order and its document, because a 7 KB request
 * can copy 200 KB. Call it outside a transaction. Throws RATE_LIMITED.
 */
export async function countCopiedLines(ctx: Context, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0 || !ctx.limitsCallers) return;
  const row = await ctx.tx((tx) =>
    tx.row<{ bytes: number }>(sql`
      select coalesce(sum(octet_length(p.name) + octet_length(v.name) + octet_length(v.options::text)), 0)::int as bytes
      from unnest(${[...variantIds]}::uuid[]) w(id)
      join shop.variants v on v.store_id = ${tx.storeId} and v.id = any(${[...variantIds]}::uuid[]) and v.id = w.id
      join shop.products p on p.store_id = v.store_id and p.id = v.product_id`),
  );
  const bytes = copies * (row?.bytes ?? 0);
  await countCopies(ctx, { rows: copies * variantIds.length, bytes });
}
