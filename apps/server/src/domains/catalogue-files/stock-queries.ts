import type { Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { levelKey, type Stock, type StockedLevel, type StockedVariant } from "./plan-inventory.ts";

/** The variants of these products and with these SKUs, as inventory files name them. */
export function readStockedVariants(
  tx: Transaction,
  links: readonly string[],
  skus: readonly string[],
): Promise<StockedVariant[]> {
  return tx.rows(sql`
    select ${stocked} from shop.products p
    join shop.variants v on v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
    where p.store_id = ${tx.storeId} and p.link = any(${links}) and p.deleted_at is null
    union
    select ${stocked} from shop.variants v
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.deleted_at is null
    where v.store_id = ${tx.storeId} and v.sku = any(${skus}) and v.deleted_at is null`);
}

const stocked: Sql = sql`v.id, p.link, v.name, nullif(v.sku, '') as sku,
  array(select coalesce(v.options ->> (o.value ->> 'name'), '') from jsonb_array_elements(p.options) with ordinality o (value, at)
    order by o.at) as values`;

export function readPlaces(tx: Transaction): Promise<{ code: string; name: string }[]> {
  return tx.rows(sql`
    select code, name from shop.locations where store_id = ${tx.storeId} and deleted_at is null order by position, code`);
}

export async function readStockLevels(
  tx: Transaction,
  variantIds: readonly string[],
): Promise<Stock["levels"]> {
  const rows = await tx.rows<StockedLevel & { variantId: string; location: string }>(sql`
    select variant_id as "variantId", location, on_hand as "onHand", reserved, least_available as "leastAvailable"
    from shop.inventory_levels where store_id = ${tx.storeId} and variant_id = any(${variantIds}::uuid[])`);
  return new Map(rows.map((row) => [levelKey(row.variantId, row.location), row]));
}
