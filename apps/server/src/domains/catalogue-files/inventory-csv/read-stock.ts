import type { ProductOption } from "@vetrina/contract/catalogue/products";
import type { Transaction } from "../../../platform/context.ts";
import { type Sql, sql } from "../../../platform/database/sql.ts";
import { levelKey, type StockedLevel, type StockedVariant } from "./plan-levels.ts";

type ProductRow = { id: string; link: string; options: ProductOption[] };
type VariantRow = Omit<StockedVariant, "link" | "values"> & {
  productId: string;
  options: Record<string, string>;
};

/** Returns the number of variants of each of the store's products with these links, keyed by link. */
export async function countVariants(
  tx: Transaction,
  links: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ link: string; variants: number }>(sql`
    select p.link, (select count(*)::int from shop.variants v
      where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null) as variants
    from shop.products p where p.store_id = ${tx.storeId} and p.link = any(${links}) and p.deleted_at is null`);
  return new Map(rows.map(({ link, variants }) => [link, variants]));
}

/** Reads the variants of these products, and the variants with these SKUs, with the fields that inventory files use. */
export async function readStockedVariants(
  tx: Transaction,
  links: readonly string[],
  skus: readonly string[],
): Promise<StockedVariant[]> {
  const named = await readProducts(tx, sql`link = any(${links})`);
  const ofNamed = await readVariants(tx, sql`product_id = any(${idsOf(named)}::uuid[])`);
  const bySku =
    skus.length === 0
      ? []
      : await readVariants(tx, sql`sku_key = any(catalogue.word_keys(${skus}::text[]))`);
  const known = new Set(ofNamed.map(({ id }) => id));
  const others = bySku.filter(({ id }) => !known.has(id));
  const owners = others.map(({ productId }) => productId);
  const ofOthers =
    owners.length === 0 ? [] : await readProducts(tx, sql`id = any(${owners}::uuid[])`);
  const products = new Map([...named, ...ofOthers].map((product) => [product.id, product]));
  return [...ofNamed, ...others].flatMap((variant) => {
    const product = products.get(variant.productId);
    return product === undefined ? [] : [stockedVariant(variant, product)];
  });
}

// Two queries instead of a join, for which PostgreSQL scanned both tables.
function readProducts(tx: Transaction, where: Sql): Promise<ProductRow[]> {
  return tx.rows(sql`
    select id, link, options from shop.products
    where store_id = ${tx.storeId} and ${where} and deleted_at is null`);
}

function readVariants(tx: Transaction, where: Sql): Promise<VariantRow[]> {
  return tx.rows(sql`
    select id, product_id as "productId", name, nullif(sku, '') as sku, options from shop.variants
    where store_id = ${tx.storeId} and ${where} and deleted_at is null order by product_id, position, id`);
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function stockedVariant(variant: VariantRow, { link, options }: ProductRow): StockedVariant {
  const { id, name, sku } = variant;
  return { id, link, name, sku, values: options.map((o) => variant.options[o.name] ?? "") };
}

export async function readStockLevels(
  tx: Transaction,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, StockedLevel & { incoming: number }>> {
  const rows = await tx.rows<
    StockedLevel & { incoming: number; variantId: string; location: string }
  >(sql`
    select variant_id as "variantId", location, on_hand as "onHand", reserved, incoming, min_available as "leastAvailable"
    from shop.inventory_levels where store_id = ${tx.storeId} and variant_id = any(${variantIds}::uuid[])`);
  return new Map(rows.map((row) => [levelKey(row.variantId, row.location), row]));
}
