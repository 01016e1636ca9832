import type { Discount, Tier } from "@vetrina/commerce/pricing/discount";
import { toMajor } from "@vetrina/commerce/money";
import type { Discount as WireDiscount } from "@vetrina/contract/pricing/discounts";
import type { DiscountType } from "@vetrina/contract/enumerations";
import type { Transaction } from "../../platform/context.ts";
import { sql, type Sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** A row of shop.discounts as JSON, with times as ISO 8601 text. */
export type DiscountRow = {
  id: string;
  store_id: string;
  code: string | null;
  title: string;
  type: DiscountType;
  value: number;
  products: string[];
  collections: string[];
  excluded_products: string[];
  excluded_collections: string[];
  excludes_sales: boolean;
  tiers: Tier[];
  give: GiveColumn | null;
  minimum_subtotal_minor: number | null;
  maximum_subtotal_minor: number | null;
  minimum_quantity: number | null;
  starts_at: string | null;
  ends_at: string | null;
  usage_limit: number | null;
  used: number;
  uses_per_customer: number | null;
  customer_tags: string[];
  first_order_only: boolean;
  priority: number;
  combines: boolean;
  is_active: boolean;
  has_unique_codes: boolean;
  version: number;
  created_at: string;
  updated_at: string;
};

/** The column `give`: the terms of a "buy X, get Y" discount. */
export type GiveColumn = {
  buy: number;
  get: number;
  products: string[];
  collections: string[];
  times: number | null;
};

/** Converts a row to the form that the pricing rules use. */
export function discountOf(row: DiscountRow): Discount {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    type: row.type,
    value: row.value,
    scope: { products: row.products, collections: row.collections },
    excluded: { products: row.excluded_products, collections: row.excluded_collections },
    excludesSales: row.excludes_sales,
    tiers: row.tiers,
    give: row.give && {
      buy: row.give.buy,
      get: row.give.get,
      scope: scopeOf(row.give),
      times: row.give.times,
    },
    minimumSubtotal: row.minimum_subtotal_minor,
    maximumSubtotal: row.maximum_subtotal_minor,
    minimumQuantity: row.minimum_quantity,
    startsAt: dateOf(row.starts_at),
    endsAt: dateOf(row.ends_at),
    usageLimit: row.usage_limit,
    used: row.used,
    usesPerCustomer: row.uses_per_customer,
    customerTags: row.customer_tags,
    firstOrderOnly: row.first_order_only,
    priority: row.priority,
    combines: row.combines,
    active: row.is_active,
  };
}

function scopeOf({ products, collections }: GiveColumn) {
  return products.length + collections.length === 0 ? null : { products, collections };
}

export function presentDiscount(row: DiscountRow, currency: string): WireDiscount {
  const amount = (minor: number | null) => (minor === null ? null : toMajor(minor, currency));
  const valueOf = (value: number) =>
    row.type === "PERCENTAGE" ? value / 100 : toMajor(value, currency);
  return {
    id: row.id,
    storeId: row.store_id,
    title: row.title,
    code: row.code,
    hasUniqueCodes: row.has_unique_codes,
    type: row.type,
    value: valueOf(row.value),
    products: row.products,
    collections: row.collections,
    excludedProducts: row.excluded_products,
    excludedCollections: row.excluded_collections,
    excludesSales: row.excludes_sales,
    tiers: row.tiers.map(({ quantity, value }) => ({ quantity, value: valueOf(value) })),
    give: row.give,
    minimumSubtotal: amount(row.minimum_subtotal_minor),
    maximumSubtotal: amount(row.maximum_subtotal_minor),
    minimumQuantity: row.minimum_quantity,
    startsAt: dateOf(row.starts_at)?.toISOString() ?? null,
    endsAt: dateOf(row.ends_at)?.toISOString() ?? null,
    usageLimit: row.usage_limit,
    usesPerCustomer: row.uses_per_customer,
    customerTags: row.customer_tags,
    firstOrderOnly: row.first_order_only,
    priority: row.priority,
    combines: row.combines,
    isActive: row.is_active,
    used: row.used,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/**
 * Returns SQL for a discount as JSON with its number of uses. A discount without a limit has no counter, so that orders
 * don't wait for each other to update it. Its uses are counted here, up to `max`.
 */
function withUses(max: number | null): Sql {
  const uses = sql`from shop.discount_uses u where u.store_id = d.store_id and u.discount_ids @> array[d.id]`;
  const counted =
    max === null
      ? sql`(select count(*) ${uses})`
      : sql`case when d.usage_limit is null then (select count(*) from (select ${uses} limit ${max}) c) else d.used end`;
  return sql`to_jsonb(d) || jsonb_build_object('used', ${counted})`;
}

/**
 * Reads discounts with their number of uses. `rest` is appended to the WHERE clause. If `max` is set, counts at most
 * that many uses of a discount without a limit.
 */
export async function readDiscountRows(
  tx: Transaction,
  rest: Sql,
  max: number | null = null,
): Promise<DiscountRow[]> {
  const rows = await tx.rows<{ row: DiscountRow }>(sql`
    select ${withUses(max)} as row from shop.discounts d where d.store_id = ${tx.storeId} and d.deleted_at is null ${rest}`);
  return rows.map(({ row }) => row);
}

/** Reads one discount. Throws NOT_FOUND. */
export async function readDiscount(tx: Transaction, id: string): Promise<DiscountRow> {
  const [row] = await readDiscountRows(tx, sql`and d.id = ${id}`);
  if (row === undefined) throw notFound("discount");
  return row;
}

/**
 * Locks a discount, so that no order uses it until the transaction ends. First waits for orders that are being placed
 * in the store, which hold the shared lock of door.use_discounts. Throws NOT_FOUND.
 */
export async function lockDiscount(tx: Transaction, id: string): Promise<DiscountRow> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`discounts ${tx.storeId}`}, 0))`,
  );
  await tx.run(
    sql`select from shop.discounts where store_id = ${tx.storeId} and id = ${id} for update`,
  );
  return readDiscount(tx, id);
}
