import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import { openStock } from "../../inventory/levels.ts";
import { followColors } from "../../products/picture-colors.ts";
import type { PlannedProduct } from "./plan-products.ts";
import type { PlannedVariant } from "./plan-variants.ts";

/** A product to be written; new ones have their id already. */
export type WritableProduct = PlannedProduct & { id: string };

const atOnce = 500;

/** Gives the plan's new products ids, in the file's order. */
export function withIds(products: readonly PlannedProduct[]): WritableProduct[] {
  return products.map((product) => Object.assign(product, { id: product.id ?? newId() }));
}

/**
 * Writes a plan's products, variants, stock and pictures in a few statements per five hundred products. Products that
 * become active are published at `at`, the same time for all steps of a file, which keeps their order in lists.
 */
export async function writeProducts(
  tx: Transaction,
  products: readonly WritableProduct[],
  at: Date,
  progress: (done: number) => void,
): Promise<void> {
  const touched = products.filter(({ action }) => action !== "unchanged");
  // For all products first, because a SKU may move between them.
  await clearNames(tx, touched);
  let done = 0;
  for (const batch of inBatches(touched)) {
    await writeProductRows(tx, batch, at);
    await writeVariantRows(tx, batch);
    await writeImageRows(tx, batch);
    await followColors(
      tx,
      batch.map(({ id }) => id),
    );
    await refreshListings(tx, batch);
    done += batch.length;
    progress(done);
  }
  for (const batch of inBatches(products)) await rememberQuantities(tx, batch);
}

function* inBatches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += atOnce) yield items.slice(from, from + atOnce);
}

// SKUs and slugs are unique at every moment: changed variants release theirs before any takes a new one.
async function clearNames(tx: Transaction, products: readonly WritableProduct[]): Promise<void> {
  const renamed = products.flatMap(({ variants }) =>
    variants.filter(
      ({ id, changes }) =>
        id !== null && changes.some(({ field }) => field === "sku" || field === "slug"),
    ),
  );
  const removed = products.flatMap(({ removed }) => removed);
  if (removed.length > 0)
    await tx.run(sql`
      update shop.variants set deleted_at = now(), updated_at = now()
      where store_id = ${tx.storeId} and id = any(${removed}::uuid[])`);
  if (renamed.length > 0)
    await tx.run(sql`
      update shop.variants set sku = null, slug = id::text
      where store_id = ${tx.storeId} and id = any(${renamed.map(({ id }) => id)}::uuid[])`);
}

async function writeProductRows(
  tx: Transaction,
  batch: readonly WritableProduct[],
  at: Date,
): Promise<void> {
  const rows = (action: PlannedProduct["action"]) =>
    JSON.stringify(
      batch
        .filter((product) => product.action === action)
        .map(({ id, link, fields, publishedAt }) =>
          Object.assign({ id, link, publishedAt }, fields),
        ),
    );
  const shape = sql`as r (id uuid, link text, name text, description text, "seoTitle" text, "metaDescription" text,
    "seoDescription" text, "publishedAt" timestamptz, status text, category text, department text, vendor text, tags jsonb, measures jsonb, "bodyMeasures" jsonb, composition text,
    care jsonb, options jsonb)`;
  await tx.run(sql`
    insert into shop.products (store_id, id, link, name, description, seo_title, meta_description, seo_description, status, category,
      department, vendor, tags, measures, body_measures, composition, care, options, published_at)
    select ${tx.storeId}, r.id, r.link, r.name, r.description, r."seoTitle", r."metaDescription", r."seoDescription", r.status, r.category,
      r.department, r.vendor, array(select jsonb_array_elements_text(r.tags)), r.measures, r."bodyMeasures", r.composition,
      array(select jsonb_array_elements_text(r.care)), r.options,
      coalesce(r."publishedAt", case when r.status = 'ACTIVE' then ${at}::timestamptz end)
    from jsonb_to_recordset(${rows("create")}::jsonb) ${shape}`);
  await tx.run(sql`
    update shop.products p set name = r.name, description = r.description, seo_title = r."seoTitle",
      meta_description = r."metaDescription", seo_description = coalesce(r."seoDescription", case p.seo_description when '' then '' end),
      status = r.status, category = r.category, department = r.department,
      vendor = r.vendor, tags = array(select jsonb_array_elements_text(r.tags)), measures = r.measures, body_measures = r."bodyMeasures",
      composition = r.composition, care = array(select jsonb_array_elements_text(r.care)), options = r.options,
      published_at = coalesce(r."publishedAt", p.published_at, case when r.status = 'ACTIVE' then ${at}::timestamptz end),
      version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${rows("update")}::jsonb) ${shape}
    where p.store_id = ${tx.storeId} and p.id = r.id`);
}

async function writeVariantRows(tx: Transaction, batch: readonly WritableProduct[]): Promise<void> {
  const made: (PlannedVariant & { id: string; productId: string })[] = [];
  const changed: PlannedVariant[] = [];
  for (const { id: productId, variants } of batch)
    for (const variant of variants) {
      // The plan gets the id, so that later writes find it.
      if (variant.id === null) {
        variant.id = newId();
        made.push(Object.assign(variant, { id: variant.id, productId }));
      } else if (variant.changes.length > 0) changed.push(variant);
    }
  const shape = sql`as r (id uuid, "productId" uuid, name text, slug text, sku text, barcode text, price int,
    "regularPrice" int, "weightGrams" int, options jsonb, position int)`;
  if (changed.length > 0)
    await tx.run(sql`
      update shop.variants v set name = r.name, slug = r.slug, sku = r.sku, barcode = r.barcode, price_minor = r.price,
        regular_price_minor = r."regularPrice", weight_grams = r."weightGrams", options = r.options,
        position = r.position, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) ${shape}
      where v.store_id = ${tx.storeId} and v.id = r.id`);
  if (made.length > 0) {
    await tx.run(sql`
      insert into shop.variants (store_id, id, product_id, name, slug, sku, barcode, price_minor, regular_price_minor,
        weight_grams, options, position)
      select ${tx.storeId}, r.id, r."productId", r.name, r.slug, r.sku, r.barcode, r.price, r."regularPrice",
        r."weightGrams", r.options, r.position
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) ${shape}`);
    await openStock(
      tx,
      made.map(({ id, setOnHand }) => ({ id, stock: setOnHand ?? 0 })),
    );
  }
  await setBackorders(tx, [...made, ...changed]);
  await setStock(tx, changed);
}

/** A negative stock may stay below the new limit. */
async function setBackorders(tx: Transaction, variants: readonly PlannedVariant[]): Promise<void> {
  const rows = variants
    .filter(({ setBackorderLimit }) => setBackorderLimit !== null)
    .map(({ id, setBackorderLimit }) => ({ id, max: setBackorderLimit, level: newId() }));
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  const shape = sql`as r (id uuid, max int, level uuid)`;
  await openLevels(tx, json);
  await tx.run(sql`
    with held as (
      select l.variant_id, r.max from shop.inventory_levels l
      join jsonb_to_recordset(${json}::jsonb) ${shape} on r.id = l.variant_id
      where l.store_id = ${tx.storeId} and l.location = 'main' order by l.variant_id for update of l
    )
    update shop.inventory_levels l set backorder_limit = h.max, updated_at = now(),
      backorder_on = case when h.max > 0 then l.backorder_on end, least_available = least(-h.max, l.on_hand - l.reserved)
    from held h where l.store_id = ${tx.storeId} and l.variant_id = h.variant_id and l.location = 'main'`);
}

/** Creates missing levels of variants at the main location; rows have `id` and `level`. */
async function openLevels(tx: Transaction, rows: string): Promise<void> {
  await tx.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id)
    select ${tx.storeId}, level, id from jsonb_to_recordset(${rows}::jsonb) as r (id uuid, level uuid) order by id
    on conflict (store_id, variant_id, location) do nothing`);
}

/** Like adjustStock(), for many variants at once, in the order in which orders lock them. */
async function setStock(tx: Transaction, variants: readonly PlannedVariant[]): Promise<void> {
  const rows = variants
    .filter(({ setOnHand }) => setOnHand !== null)
    .map(({ id, setOnHand }) => ({ id, units: setOnHand, level: newId(), movement: newId() }));
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  const shape = sql`as r (id uuid, units int, level uuid, movement uuid)`;
  await openLevels(tx, json);
  // Orders placed meanwhile may hold more than planned with.
  await tx.run(sql`
    with sent as (
      select * from jsonb_to_recordset(${json}::jsonb) ${shape}
    ), held as (
      select l.variant_id, l.on_hand, greatest(w.units, l.reserved + l.least_available) as units, w.movement
      from shop.inventory_levels l join sent w on w.id = l.variant_id
      where l.store_id = ${tx.storeId} and l.location = 'main'
      order by l.variant_id for update of l
    ), moved as (
      update shop.inventory_levels l set on_hand = h.units, updated_at = now() from held h
      where l.store_id = ${tx.storeId} and l.variant_id = h.variant_id and l.location = 'main'
    )
    insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
    select ${tx.storeId}, movement, variant_id, 'adjust', units - on_hand, 'Import' from held where units <> on_hand`);
}

async function writeImageRows(tx: Transaction, batch: readonly WritableProduct[]): Promise<void> {
  const products = batch.filter(({ images }) => images !== null);
  const rows = products.flatMap(({ id: productId, images }) =>
    (images ?? []).map((image, position) => ({
      productId,
      position,
      id: image.id ?? newId(),
      key: image.key,
      remoteUrl: image.remoteUrl,
      alt: image.alt,
      color: image.color,
      kind: image.kind,
      width: image.width,
      height: image.height,
      widths: image.widths,
    })),
  );
  if (products.length === 0) return;
  await tx.run(sql`
    delete from shop.images where store_id = ${tx.storeId} and product_id = any(${products.map(({ id }) => id)}::uuid[])
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`);
  await tx.run(sql`
    insert into shop.images (store_id, id, product_id, position, key, remote_url, alt, color, width, height, widths, kind)
    select ${tx.storeId}, r.id, r."productId", r.position, r.key, r."remoteUrl", r.alt, r.color, r.width, r.height,
      array(select jsonb_array_elements_text(r.widths)::int), r.kind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "productId" uuid, position int, key text,
      "remoteUrl" text, alt text, color text, width int, height int, widths jsonb, kind text)
    on conflict (store_id, id) do update
      set position = excluded.position, alt = excluded.alt, color = excluded.color, kind = excluded.kind`);
}

async function refreshListings(tx: Transaction, batch: readonly WritableProduct[]): Promise<void> {
  await tx.run(sql`
    select shop.refresh_listings(${tx.storeId}, ${batch.map(({ id }) => id)}::uuid[])`);
}

async function rememberQuantities(
  tx: Transaction,
  batch: readonly WritableProduct[],
): Promise<void> {
  const rows = batch.flatMap(({ variants }) =>
    variants
      .filter(({ importedQuantity }) => importedQuantity !== null)
      .map(({ id, importedQuantity }) => ({ id, quantity: importedQuantity })),
  );
  await tx.run(sql`
    insert into shop.imported_quantities as known (store_id, variant_id, quantity)
    select ${tx.storeId}, r.id, r.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, quantity int)
    on conflict (store_id, variant_id) do update set quantity = excluded.quantity, imported_at = now()
      where known.quantity <> excluded.quantity`);
}
