import { auditAll } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { clearSkus } from "../../products/bulk-writes/variants.ts";
import { settleProducts } from "../../products/change-product.ts";
import type { SkuOwner } from "./store-product.ts";

const productsAtOnce = 50;

/** Clears SKUs that a later step would change, so that other variants can have them now. */
export async function releaseSkus(
  tx: Transaction,
  ctx: Context,
  owners: readonly SkuOwner[],
  fileName: string,
): Promise<void> {
  if (owners.length === 0) return;
  const byLink = Map.groupBy(owners, ({ link }) => link);
  const products = await tx.rows<{ id: string; link: string }>(sql`
    select id, link from shop.products
    where store_id = ${tx.storeId} and link = any(${[...byLink.keys()]}) and deleted_at is null
    order by id for no key update`);
  await clearSkus(tx, owners);
  await auditAll(
    tx,
    ctx,
    products.map(({ id, link }) => {
      const fields = (byLink.get(link) ?? []).map(({ name, sku }) => ({
        field: `variant ${name}: sku`,
        sku,
      }));
      return {
        action: "UPDATE" as const,
        entityType: "product",
        entityId: id,
        before: Object.fromEntries(fields.map(({ field, sku }) => [field, sku])),
        after: {
          ...Object.fromEntries(fields.map(({ field }) => [field, null])),
          import: fileName,
        },
      };
    }),
  );
  const ids = products.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += productsAtOnce)
    await settleProducts(tx, ctx, ids.slice(from, from + productsAtOnce));
}
