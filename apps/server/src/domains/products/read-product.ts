import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { Product } from "@vetrina/contract/catalogue/products";
import { showsLowestPrice } from "@vetrina/commerce/products/price-history";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { notFound } from "../../platform/errors.ts";
import { languageToShow } from "../languages/change-fields.ts";
import { translate, translatedWords } from "../languages/translate.ts";
import { metaDescriptionOf, type ProductRow, productToWire } from "./to-wire.ts";

/** Published products, for everyone. */
export const publishedProducts = sql`catalogue.products`;
/** All products, for the store's staff and the system, in a transaction that has access to the store. */
export const allProducts = sql`(select * from shop.products where deleted_at is null)`;

/**
 * All products with their columns for filtering, sorting and searching lists. The view bypasses row-level security,
 * which would prevent the use of indexes, and has its own condition instead.
 */
export const allListed = sql`door.own_products`;
/** Precomputed list counts: of published products, and of all products for staff. */
export const publishedCounts = sql`catalogue.list_counts`;
export const allCounts = sql`door.own_list_counts`;
/** Translates a product's texts for shoppers. Staff who edit the product get the originals instead. */
export async function inLanguage(
  ctx: Context,
  product: Product,
  language: LanguageCode | undefined,
): Promise<Product> {
  if (languageToShow(ctx.store, language) === null) return product;
  const names = new Set(
    product.options.flatMap(({ name, values }) => [name, ...values.map(({ value }) => value)]),
  );
  const [[shown = product], words] = await Promise.all([
    translate(ctx, "PRODUCT", [product], language),
    translatedWords(ctx, "OPTION", language, [...names]),
  ]);
  const labels = Object.fromEntries(words);
  const isDerived =
    shown.metaDescription === product.metaDescription && shownText(shown) !== shownText(product);
  return {
    ...shown,
    labels,
    ...(isDerived && { metaDescription: metaDescriptionOf(shownText(shown)) }),
  };
}

function shownText({ seoDescription, description }: Product): string {
  return seoDescription ?? description;
}

/** Reads the product, published or not, in this transaction. Throws NOT_FOUND. */
export async function presentProduct(ctx: Context, tx: Queryable, id: string): Promise<Product> {
  return requireProduct(ctx, await readProduct(tx, allProducts, ctx.store, id, forStaff));
}

/** Columns of variant `o` that only the store's staff get. */
const forStaff = sql`, (select k.weight_grams from shop.variants k where k.store_id = o.store_id and k.id = o.id),
  (select k.barcode from shop.variants k where k.store_id = o.store_id and k.id = o.id)`;

export function readProduct(
  from: Queryable,
  source: Sql,
  store: StoreRef,
  id: string,
  more = sql``,
) {
  return from.row<ProductRow>(
    sql`select ${productColumns(store, more)} from ${source} p where p.store_id = ${store.id} and p.id = ${id}`,
  );
}

export function requireProduct(ctx: Context, row: ProductRow | undefined): Product {
  if (row === undefined) throw notFound("product");
  return productToWire(row, ctx.store, ctx.now());
}

const lowestPrice = sql`case when o.regular_price_minor is not null then (
  select l.price_minor from catalogue.lowest_prices l where l.store_id = p.store_id and l.variant_id = o.id) end`;

/**
 * Selects the lowest price only for stores in countries that show it. This isn't a condition in SQL, because PostgreSQL
 * would then plan the subquery again for each product.
 */
export function productColumns({ country }: StoreRef, ofVariant = sql``): Sql {
  return sql`p.id, p.link, p.name, p.description, p.seo_title, p.seo_description, p.meta_description, p.status,
  p.category, p.department, p.vendor, p.tax_class, p.tags, p.composition, p.care, p.measurements, p.body_measurements, p.options, p.sale_ends_at,
  p.published_at, p.version, p.rating_sum, p.rating_count, p.created_at, p.updated_at,
  coalesce((select json_agg(v order by v.price_minor, v.position) from (
    select id, name, slug, sku, price_minor, regular_price_minor, options, stock, backorder_limit, backorder_on, position,
      ${showsLowestPrice(country) ? lowestPrice : sql`null::int`} as lowest_price_minor${ofVariant}
    from catalogue.variants o where store_id = p.store_id and product_id = p.id) v), '[]') as variants,
  coalesce((select json_agg(i order by i.position) from (
    select id, key, alt, width, height, widths, color, kind, position
    from catalogue.images where store_id = p.store_id and product_id = p.id) i), '[]') as images`;
}
