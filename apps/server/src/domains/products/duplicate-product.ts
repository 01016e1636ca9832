import { beginning, wordKey } from "@vetrina/contract/common";
import type { Product, products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { idsOf } from "../../platform/database/ids-of.ts";
import { sql } from "../../platform/database/sql.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { copyTranslations } from "../languages/copy-translations.ts";
import {
  insertVariants,
  type LockedProduct,
  lockProduct,
  orTaken,
  refreshListing,
} from "./change-product.ts";
import { chooseLink } from "./product-link.ts";
import { presentProduct } from "./read-product.ts";
import { lastNumber, numbered } from "./numbered.ts";
import type { PlannedVariant } from "./rules.ts";

const longestSku = 110;

/**
 * Copies a product and its translations as a draft, with a different name, link and SKUs. Stock, upsells, reviews and a
 * sale that has an end are not copied.
 */
export async function duplicateProduct(
  ctx: Context,
  { id: ofId, body }: Input<typeof products.duplicateProduct>,
): Promise<Product> {
  const id = newId();
  await countCopies(ctx, await ctx.tx((tx) => readSize(tx, ofId)));
  const change = ctx.tx(async (tx) => {
    const original = await lockProduct(tx, ofId);
    const name = body.name ?? `${beginning(original.name, 240)} (copy)`;
    const link = await chooseLink(tx, name, undefined);
    await tx.run(sql`
      insert into shop.products (store_id, id, link, name, description, seo_title, seo_description, meta_description, status,
        category, department, vendor, tax_class, tags, composition, care, measurements, body_measurements, options, created_at, updated_at)
      select store_id, ${id}, ${link}, ${name}, description, seo_title, seo_description, meta_description, 'DRAFT',
        category, department, vendor, tax_class, tags, composition, care, measurements, body_measurements, options, ${ctx.now()}, ${ctx.now()}
      from shop.products where store_id = ${tx.storeId} and id = ${ofId}`);
    await insertVariants(tx, id, await plannedLike(tx, original), (i) => `variants.${i}.`);
    await copyImages(tx, ofId, id);
    await copyTranslations(tx, "PRODUCT", { from: ofId, to: id, at: ctx.now() });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "product",
      entityId: id,
      after: { link, name, status: "DRAFT", duplicateOf: ofId },
    });
    await refreshListing(tx, id);
    return presentProduct(ctx, tx, id);
  });
  return orTaken(change);
}

/** Counts the product's variants and pictures, and the bytes of its texts in every language. */
async function readSize(tx: Transaction, id: string): Promise<{ rows: number; bytes: number }> {
  const size = await tx.row<{ rows: number; bytes: number }>(sql`
    select
      v.rows + i.rows as rows,
      (v.bytes + i.bytes + octet_length(row(p.description, p.seo_description, p.composition, p.care, p.measurements,
          p.body_measurements, p.options, p.tags)::text)
        + (select coalesce(sum(octet_length(t.fields::text)), 0) from shop.translations t
          where t.store_id = p.store_id and t.entity_type = 'PRODUCT' and t.entity_id = p.id))::float8 as bytes
    from shop.products p
    cross join lateral (select count(*)::int as rows, coalesce(sum(octet_length(row(v.name, v.slug, v.sku, v.options)::text)), 0) as bytes
      from shop.variants v where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null) v
    cross join lateral (select count(*)::int as rows, coalesce(sum(octet_length(row(i.remote_url, i.alt)::text)), 0) as bytes
      from shop.images i where i.store_id = p.store_id and i.product_id = p.id) i
    where p.store_id = ${tx.storeId} and p.id = ${id}`);
  return size ?? { rows: 0, bytes: 0 };
}

/**
 * Returns the variants of the copy. If the product's sale has an end, the copy gets the regular prices. The end isn't
 * copied, so the sale prices would otherwise stay forever.
 */
async function plannedLike(
  tx: Transaction,
  { id: productId, saleEndsAt }: Pick<LockedProduct, "id" | "saleEndsAt">,
): Promise<PlannedVariant[]> {
  const hasEnd = saleEndsAt === null ? sql`false` : sql`true`;
  const rows = await tx.rows<Omit<PlannedVariant, "stock">>(sql`
    select name, slug, sku, case when ${hasEnd} then coalesce(regular_price_minor, price_minor) else price_minor end as "priceMinor",
      case when not ${hasEnd} then regular_price_minor end as "regularPriceMinor", weight_grams as "weightGrams", options, position
    from shop.variants where store_id = ${tx.storeId} and product_id = ${productId} and deleted_at is null
    order by position, id`);
  const skus = await freshSkus(
    tx,
    rows.flatMap(({ sku }) => sku ?? []),
  );
  // A barcode identifies one variant, so the copies get none.
  return rows.map((row) => {
    const sku = row.sku === null ? null : (skus.get(row.sku) ?? null);
    return Object.assign(row, { sku, barcode: null, stock: 0 });
  });
}

/**
 * Appends the first free number to each SKU: COAT-S becomes COAT-S-2. Compares each candidate with the next SKU in the
 * index, so that PostgreSQL always uses the index. generate_series already ascends; an ORDER BY would make PostgreSQL
 * look up every candidate.
 */
async function freshSkus(
  tx: Transaction,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stems = skus.map((sku) => beginning(sku, longestSku));
  const rows = await tx.rows<{ n: number | null }>(sql`
    select (select n from generate_series(2, ${lastNumber}::int) n
      where s.key || '-' || n is distinct from (select v.sku_key from shop.variants v
        where v.store_id = ${tx.storeId} and v.sku_key >= s.key || '-' || n and v.deleted_at is null
        order by v.sku_key limit 1)
      limit 1) as n
    from unnest(catalogue.word_keys(${stems}::text[])) with ordinality s (key, place) order by place`);
  const taken = new Set<string>();
  const fresh = new Map<string, string>();
  for (const [i, sku] of skus.entries()) {
    const stem = stems[i] ?? sku;
    const first = numbered(stem, rows[i]?.n ?? null);
    // Two long SKUs may be equal once they are shortened, so the second one gets random characters.
    const free = taken.has(wordKey(first)) ? numbered(stem, null) : first;
    taken.add(wordKey(free));
    fresh.set(sku, free);
  }
  return fresh;
}

async function copyImages(tx: Transaction, from: string, to: string): Promise<void> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from shop.images where store_id = ${tx.storeId} and product_id = ${from}`,
  );
  await tx.run(sql`
    insert into shop.images (store_id, id, product_id, position, key, remote_url, alt, color, width, height, widths, kind)
    select i.store_id, c.new_id, ${to}, i.position, i.key, i.remote_url, i.alt, i.color, i.width, i.height, i.widths, i.kind
    from unnest(${idsOf(rows)}::uuid[], ${rows.map(() => newId())}::uuid[]) c (id, new_id)
    join shop.images i on i.store_id = ${tx.storeId} and i.id = any(${idsOf(rows)}::uuid[]) and i.id = c.id`);
}
