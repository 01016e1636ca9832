import { isUuid } from "@vetrina/contract/common";
import { maximumToBuy } from "@vetrina/commerce/products/stock-label";
import type { CartLineInput } from "@vetrina/contract/pricing/shipping";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";

/** A cart line with the store's data. Only ids and quantity came from the caller. */
export type Line = {
  productId: string;
  variantId: string;
  link: string;
  name: string;
  variantName: string;
  options: Record<string, string>;
  color: string | null;
  size: string | null;
  sku: string | null;
  /** The weight of one unit; null if unknown. */
  weightGrams: number | null;
  image: string | null;
  taxClass: string;
  priceMinor: number;
  regularPriceMinor: number | null;
  /** When the sale price ends; null if it has no end. */
  saleEndsAt: Date | null;
  quantity: number;
  /** Units in stock; 0 if units are owed. */
  stock: number;
  /** Units that can be bought now, including back-orders. */
  maxQuantity: number;
  /** ISO date on which back-ordered units are expected; null if back-orders are off or no date is set. */
  backorderDate: string | null;
};

export type Lines = { lines: Line[]; missing: { id: string; name: string }[] };

type Row = {
  id: string;
  product_id: string;
  link: string;
  product_name: string;
  name: string;
  options: Record<string, string>;
  color: string | null;
  size: string | null;
  sku: string | null;
  image: string | null;
  price_minor: number;
  regular_price_minor: number | null;
  /** A string if the row comes from a combined query (readTogether), which returns rows as JSON. */
  sale_ends_at: Date | string | null;
  stock: number;
  backorder_limit: number;
  backorder_on: string | null;
  /** The weight of one unit; null if unknown. */
  weight_grams: number | null;
  tax_class: string;
};

/** The maximum quantity of a variant, even if the request lists it more than once. */
const maxQuantityOfVariant = 999;

/** Returns SQL for the tax classes of the lines' products. */
export function classesOf(storeId: string, items: readonly CartLineInput[]): Sql {
  const ids = items.flatMap(({ variantId = "" }) => (isUuid(variantId) ? [variantId] : []));
  return sql`
    select p.tax_class from catalogue.variants v
    join catalogue.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${storeId} and v.id = any(${ids}::uuid[])`;
}

/** Reads the published variants of the lines in one statement and merges lines of the same variant. */
export async function readLines(
  reader: Queryable,
  storeId: string,
  items: readonly CartLineInput[],
): Promise<Lines> {
  const requested = new Map<string, { item: CartLineInput; quantity: number }>();
  const missing: Lines["missing"] = [];
  for (const item of items) {
    const id = item.variantId?.toLowerCase() ?? "";
    if (!isUuid(id)) missing.push(named(item));
    else {
      const quantity = (requested.get(id)?.quantity ?? 0) + item.quantity;
      requested.set(id, { item, quantity: Math.min(quantity, maxQuantityOfVariant) });
    }
  }
  const found = new Map(
    (await readVariants(reader, storeId, [...requested.keys()])).map((row) => [row.id, row]),
  );
  const lines: Line[] = [];
  for (const [id, { item, quantity }] of requested) {
    const row = found.get(id);
    const namesOther =
      item.productId !== undefined &&
      row !== undefined &&
      item.productId.toLowerCase() !== row.product_id;
    if (row === undefined || namesOther) missing.push(named(item));
    else lines.push(lineOf(row, quantity));
  }
  return { lines, missing };
}

function readVariants(reader: Queryable, storeId: string, ids: string[]): Promise<Row[]> {
  return reader.rows<Row>(sql`
    select v.id, v.product_id, p.link, p.name as product_name, v.name, v.options, v.options ->> p.color_option as color,
      v.options ->> p.size_option as size, v.sku, v.price_minor,
      v.regular_price_minor, case when v.regular_price_minor is not null then p.sale_ends_at end as sale_ends_at, p.tax_class, v.stock, v.backorder_limit, v.backorder_on::text,
      v.weight_grams, (
        select '/media/' || i.key || '/640.webp' from catalogue.images i
        where i.store_id = v.store_id and i.product_id = v.product_id
          and (i.color is null or exists (select from jsonb_each_text(v.options) o where lower(o.value) = lower(i.color)))
        order by i.color is null, i.position limit 1) as image
    from catalogue.variants v
    join catalogue.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${storeId} and v.id = any(${ids}::uuid[])`);
}

function lineOf(row: Row, quantity: number): Line {
  return {
    productId: row.product_id,
    variantId: row.id,
    link: row.link,
    name: row.product_name,
    variantName: row.name,
    options: row.options,
    color: row.color,
    size: row.size,
    sku: row.sku,
    weightGrams: row.weight_grams,
    image: row.image,
    taxClass: row.tax_class,
    priceMinor: row.price_minor,
    regularPriceMinor: row.regular_price_minor,
    saleEndsAt: row.sale_ends_at === null ? null : new Date(row.sale_ends_at),
    quantity,
    stock: Math.max(0, row.stock),
    maxQuantity: maximumToBuy(row.stock, row.backorder_limit),
    backorderDate: row.backorder_on,
  };
}

function named(item: CartLineInput): { id: string; name: string } {
  return { id: item.id ?? item.variantId ?? "", name: item.name ?? "This item" };
}
