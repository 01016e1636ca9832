import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { SkuOwner, StoreImage, StoreProduct, StoreVariant } from "./store-product.ts";

type ProductRow = Omit<StoreProduct, "variants" | "images" | "publishedAt"> & {
  publishedAt: Date | null;
};
type Of<T> = T & { productId: string };

/** Reads the store's products with these links, keyed by link. `lock` locks them against changes. */
export async function readStoreProducts(
  tx: Transaction,
  links: readonly string[],
  lock: boolean,
): Promise<Map<string, StoreProduct>> {
  const products = await tx.rows<ProductRow>(sql`
    select id, link, name, description, nullif(seo_title, '') as "seoTitle", nullif(meta_description, '') as "metaDescription",
      nullif(seo_description, '') as "seoDescription", published_at as "publishedAt", status, nullif(category, '') as category, department, nullif(vendor, '') as vendor, to_json(tags) as tags, measurements, body_measurements as "bodyMeasurements",
      nullif(composition, '') as composition, to_json(care) as care, tax_class as "taxClass", options
    from shop.products where store_id = ${tx.storeId} and link = any(${links}) and deleted_at is null
    order by id ${lock ? sql`for no key update` : sql``}`);
  const ids = products.map(({ id }) => id);
  const variants = grouped(await readVariants(tx, ids));
  const images = grouped(await readImages(tx, ids));
  return new Map(
    products.map((row) => {
      const publishedAt = row.publishedAt?.toISOString() ?? null;
      const parts = {
        publishedAt,
        variants: variants.get(row.id) ?? [],
        images: images.get(row.id) ?? [],
      };
      return [row.link, Object.assign(row, parts)];
    }),
  );
}

function readVariants(tx: Transaction, productIds: readonly string[]): Promise<Of<StoreVariant>[]> {
  return tx.rows(sql`
    select v.product_id as "productId", v.id, v.name, v.slug, nullif(v.sku, '') as sku, nullif(v.barcode, '') as barcode,
      v.price_minor as price, v.regular_price_minor as "regularPrice", nullif(v.weight_grams, 0) as "weightGrams",
      v.options, v.position,
      coalesce(l.on_hand, 0) as "onHand", coalesce(l.reserved, 0) as reserved,
      coalesce(l.backorder_limit, 0) as "backorderLimit", q.quantity as "importedQuantity", q.exported as "exportedQuantity"
    from shop.variants v
    -- offset 0 forces one lookup per variant. Otherwise, PostgreSQL scans both tables for a page of products.
    left join lateral (select on_hand, reserved, backorder_limit from shop.inventory_levels l
      where l.store_id = v.store_id and l.variant_id = v.id and l.location = 'main' offset 0) l on true
    left join lateral (select quantity, exported from shop.imported_quantities q
      where q.store_id = v.store_id and q.variant_id = v.id offset 0) q on true
    where v.store_id = ${tx.storeId} and v.product_id = any(${productIds}::uuid[]) and v.deleted_at is null
    order by v.position, v.id`);
}

function readImages(tx: Transaction, productIds: readonly string[]): Promise<Of<StoreImage>[]> {
  return tx.rows(sql`
    select i.product_id as "productId", i.id, i.key, i.remote_url as "remoteUrl", i.alt, i.color, i.kind, i.width, i.height, i.widths,
      i.remote_url is not null or exists (
        select from shop.imported_pictures p where p.store_id = i.store_id and p.key = i.key) as imported
    from shop.images i where i.store_id = ${tx.storeId} and i.product_id = any(${productIds}::uuid[])
    order by i.position, i.id`);
}

function grouped<T>(rows: readonly Of<T>[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const { productId, ...row } of rows) {
    const group = groups.get(productId);
    // The row without its productId is a T.
    if (group === undefined) groups.set(productId, [row as unknown as T]);
    else group.push(row as unknown as T);
  }
  return groups;
}

/** Returns the store's variants that have these SKUs, ignoring case. */
export function readSkuOwners(tx: Transaction, skus: readonly string[]): Promise<SkuOwner[]> {
  return tx.rows(sql`
    select v.sku, v.id as "variantId", v.name, v.options, p.link from shop.variants v
    join shop.products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = ${tx.storeId} and v.sku_key = any(catalogue.word_keys(${skus}::text[])) and v.deleted_at is null`);
}
