import { toMajor } from "@vetrina/commerce/money";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { maxFormerLinks } from "../../products/rules.ts";
import { maxPrices, type RecordOf } from "./records.ts";

export type ProductRecord = RecordOf<"product">;
type VariantRecord = ProductRecord["variants"][number];
type ImageRow = ProductRecord["images"][number] & { productId: string; key: string | null };
type VariantRow = Omit<VariantRecord, "price" | "regularPrice"> & {
  productId: string;
  price: number;
  regularPrice: number | null;
};
type Row = Omit<
  ProductRecord,
  "type" | "publishedAt" | "saleEndsAt" | "createdAt" | "variants" | "images"
> & {
  id: string;
  publishedAt: Date | null;
  saleEndsAt: Date | null;
  createdAt: Date;
};

/** Returns the id that a stored picture has in a file, made from its storage key. */
export function pictureId(key: string): string {
  return key.replaceAll("/", ":");
}

export function pictureKey(id: string): string {
  return id.replaceAll(":", "/");
}

/**
 * Returns the file's records of these products, in this order. Amounts are in major units of `currency`. Arrays
 * are read as JSON, because pg takes ten times as long to parse an array of texts.
 */
export async function productRecords(
  tx: Transaction,
  ids: readonly string[],
  currency: string,
): Promise<ProductRecord[]> {
  const rows = await tx.rows<Row>(sql`
    select p.id, p.link, p.name, p.description, nullif(p.seo_title, '') as "seoTitle", p.seo_description as "seoDescription",
      nullif(p.meta_description, '') as "metaDescription", p.status, nullif(p.category, '') as category, p.department,
      nullif(p.vendor, '') as vendor, p.tax_class as "taxClass", to_json(p.tags) as tags, p.composition, to_json(p.care) as care, p.measurements, p.body_measurements as "bodyMeasurements", p.options,
      p.published_at as "publishedAt", p.sale_ends_at as "saleEndsAt", p.created_at as "createdAt",
      to_json(array(select l.link from (select link from shop.product_links where store_id = p.store_id and product_id = p.id
          order by moved_at desc, link limit ${maxFormerLinks}) l
        where not exists (select from shop.products o where o.store_id = p.store_id and o.link = l.link and o.deleted_at is null)
        order by l.link)) as "formerLinks"
    from shop.products p where p.store_id = ${tx.storeId} and p.id = any(${ids}::uuid[])`);
  const variants = Map.groupBy(await readVariants(tx, ids), ({ productId }) => productId);
  const images = Map.groupBy(await readImages(tx, ids), ({ productId }) => productId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { id: _id, ...fields } = row;
    return {
      type: "product" as const,
      ...fields,
      publishedAt: fields.publishedAt?.toISOString() ?? null,
      saleEndsAt: fields.saleEndsAt?.toISOString() ?? null,
      createdAt: fields.createdAt.toISOString(),
      variants: (variants.get(id) ?? []).map((variant) => variantRecord(variant, currency)),
      images: (images.get(id) ?? []).map(imageRecord),
    };
  });
}

function readVariants(tx: Transaction, ids: readonly string[]): Promise<VariantRow[]> {
  return tx.rows(sql`
    select v.product_id as "productId", v.name, v.slug, v.options, nullif(v.sku, '') as sku, nullif(v.barcode, '') as barcode,
      v.price_minor as price, v.regular_price_minor as "regularPrice", nullif(v.weight_grams, 0) as "weightGrams",
      (select coalesce(jsonb_agg(jsonb_build_object('location', l.location, 'onHand', l.on_hand, 'reorderPoint', l.reorder_point,
        'backorderLimit', l.backorder_limit, 'backorderDate', l.backorder_on) order by l.location), '[]')
        from shop.inventory_levels l where l.store_id = v.store_id and l.variant_id = v.id and exists (
          select from shop.locations w where w.store_id = l.store_id and w.code = l.location and w.deleted_at is null)) as levels,
      (select coalesce(jsonb_agg(jsonb_build_object('since', h.started_at, 'price', h.price_minor, 'regularPrice', h.regular_price_minor)
          order by h.started_at), '[]')
        from (select c.* from shop.price_changes c where c.store_id = v.store_id and c.variant_id = v.id
          order by c.started_at desc limit ${maxPrices}) h) as prices
    from shop.variants v
    where v.store_id = ${tx.storeId} and v.product_id = any(${ids}::uuid[]) and v.deleted_at is null
    order by v.position, v.id`);
}

function readImages(tx: Transaction, ids: readonly string[]): Promise<ImageRow[]> {
  return tx.rows(sql`
    select product_id as "productId", key, remote_url as url, alt, color, kind from shop.images
    where store_id = ${tx.storeId} and product_id = any(${ids}::uuid[]) order by position, id`);
}

function variantRecord({ productId: _of, ...row }: VariantRow, currency: string): VariantRecord {
  const { price, regularPrice } = row;
  return {
    ...row,
    prices: row.prices.map(({ since, price: was, regularPrice: before }) => ({
      since: new Date(since).toISOString(),
      price: toMajor(was, currency),
      regularPrice: before === null ? null : toMajor(before, currency),
    })),
    price: toMajor(price, currency),
    regularPrice: regularPrice === null ? null : toMajor(regularPrice, currency),
  };
}

function imageRecord({ key, url, alt, color, kind }: ImageRow): ProductRecord["images"][number] {
  return { picture: key === null ? null : pictureId(key), url, alt, color, kind };
}
