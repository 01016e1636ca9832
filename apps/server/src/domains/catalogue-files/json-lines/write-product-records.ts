import { readAmount, toMinor } from "@vetrina/commerce/money";
import { beginning } from "@vetrina/contract/common";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { lockLevels, mainLocation, writeMoves } from "../../inventory/levels.ts";
import { setLevelSettings } from "../../inventory/set-many-levels.ts";
import { writeProductDetails } from "../../products/bulk-writes/products.ts";
import { addFormerLinks } from "../../products/product-link.ts";
import type { Findings } from "../findings.ts";
import type { Counts, Step } from "../import-file.ts";
import { lockImports } from "../import-limits.ts";
import { sameJson } from "../products/changes.ts";
import type { FileProduct, FileVariant } from "../products/file-product.ts";
import { planAgainst } from "../products/plan-against-store.ts";
import type { PlannedProduct } from "../products/plan-products.ts";
import { publishProducts } from "../products/publish-products.ts";
import { type WeighedLine, weighProducts, weightOfText } from "../products/weigh-products.ts";
import {
  refreshListings,
  withIds,
  type WritableProduct,
  writeProducts,
} from "../products/write-products.ts";
import { readLocations } from "../read-locations.ts";
import { checkVariants } from "./check-variants.ts";
import { checkRichTexts } from "./check-words.ts";
import type { ErrorAt, Named, Numbered } from "./named.ts";
import { ownPictures, sourceAddress } from "./picture-records.ts";
import type { ProductRecord } from "./product-records.ts";

export type NumberedProduct = Numbered<ProductRecord>;

const columns = {
  price: "variants.price",
  sku: "variants.sku",
  measurements: "measurements",
  bodyMeasurements: "bodyMeasurements",
};

/** Counts the products that the import would create, update or leave unchanged, and reports their errors. */
export async function checkProductRecords(
  tx: Transaction,
  ctx: Context,
  products: readonly NumberedProduct[],
  named: Named,
  found: Findings,
): Promise<Counts> {
  const locations = new Set([
    ...named.locations,
    ...(await readLocations(tx)).map(({ code }) => code),
  ]);
  for (const { line, record } of products) {
    await pace();
    const addError: ErrorAt = (field, message) => found.error(line, field, message);
    checkVariants(record, locations, ctx.store.currency, addError);
    checkRichTexts(record, addError);
  }
  return countsOf(await planProductRecords(tx, ctx, products, named, found, false));
}

type Batch = { products: readonly NumberedProduct[]; named: Named; fileName: string };

/** Writes products in the same way as a CSV import, then the fields that its plan leaves out. */
export async function writeProductRecords(
  tx: Transaction,
  ctx: Context,
  { products, named, fileName }: Batch,
  found: Findings,
): Promise<Step<never>> {
  await lockImports(tx, () => {});
  const planned = await planProductRecords(tx, ctx, products, named, found, true);
  if (found.errors.length > 0) return countsOf(planned);
  const made = new Set(planned.flatMap(({ variants }) => variants.filter(({ id }) => id === null)));
  const ownWeight = await weighProducts(
    planned,
    products.map((one, p) => weighedLine(one, planned[p])),
  );
  const written = withIds(planned);
  let copiedBytes = await writeProducts(tx, written, ctx.now());
  const records = products.map(({ record }) => record);
  copiedBytes += await writeExtras(tx, written, records);
  await writeLevels(
    tx,
    written.flatMap(({ variants }, p) =>
      (records[p]?.variants ?? []).flatMap(({ levels }, v) => {
        const variant = variants[v];
        return variant !== undefined && made.has(variant)
          ? levels.map((level) => Object.assign({ variantId: variant.id ?? "" }, level))
          : [];
      }),
    ),
    fileName,
  );
  await writePrices(tx, ctx.store.currency, written, records, made);
  await publishProducts(tx, ctx, written, fileName);
  return { ...countsOf(planned), weight: ownWeight + weightOfText(copiedBytes) };
}

/**
 * Returns what weighProducts() needs to know about a product's line. Levels and prices are those of new variants. The
 * first level of each variant is left out, because it is counted with the variant.
 */
function weighedLine(
  { length, record }: NumberedProduct,
  planned: PlannedProduct | undefined,
): WeighedLine {
  const made = record.variants.filter((_, v) => planned?.variants[v]?.id === null);
  return {
    length,
    levels: made.reduce((sum, { levels }) => sum + Math.max(0, levels.length - 1), 0),
    prices: made.reduce((sum, { prices }) => sum + prices.length, 0),
    links: record.formerLinks.length,
  };
}

function countsOf(planned: readonly PlannedProduct[]): Counts {
  const counts = { create: 0, update: 0, unchanged: 0 };
  for (const { action } of planned) counts[action] += 1;
  return { created: counts.create, updated: counts.update, unchanged: counts.unchanged };
}

/**
 * Plans products in the same way as a CSV import, then adds swatches, slugs, order, picture kinds and the fields of
 * Extras.
 */
async function planProductRecords(
  tx: Transaction,
  ctx: Context,
  products: readonly NumberedProduct[],
  named: Named,
  found: Findings,
  lock: boolean,
): Promise<PlannedProduct[]> {
  const { currency } = ctx.store;
  const pictures = products.flatMap(({ record }) => record.images.flatMap((i) => i.picture ?? []));
  const own = await ownPictures(tx, ctx, [...new Set(pictures)], named);
  const rows = products.map((one) => fileProduct(one, named, currency, found));
  const { plan } = await planAgainst(tx, { products: rows, columns }, own, lock, found);
  const present = await readExtras(
    tx,
    plan.products.flatMap(({ id }) => id ?? []),
  );
  for (const [p, product] of plan.products.entries()) {
    const record = products[p]?.record;
    if (record !== undefined) complete(product, record, present.get(product.id ?? ""), named);
  }
  return plan.products;
}

function complete(
  product: PlannedProduct,
  record: ProductRecord,
  present: Extras | undefined,
  named: Named,
): void {
  for (const [v, { levels }] of record.variants.entries()) {
    const variant = product.variants[v];
    if (variant === undefined || variant.id !== null) continue;
    const main = levels.find(({ location }) => location === mainLocation);
    variant.setOnHand = main?.onHand ?? 0;
    variant.importedQuantity = main?.onHand ?? null;
  }
  const isComplete = product.variants.length === record.variants.length;
  if (isComplete) product.fields.options = optionsOf(record);
  if (product.action === "create")
    for (const [i, { name, slug }] of record.variants.entries())
      Object.assign(product.variants[i] ?? {}, { name, slug, position: i });
  // Sets the kinds by index, which works only if the file lists no picture twice: the plan leaves out repetitions.
  if (new Set(record.images.map((image) => sourceOf(image, named))).size === record.images.length)
    for (const [i, { kind }] of record.images.entries())
      Object.assign(product.images?.[i] ?? {}, { kind });
  if (product.action === "create" || present === undefined) return;
  const expected = { ...extrasOf(record), options: product.fields.options };
  for (const field of Object.keys(expected) as (keyof Extras)[])
    if (
      !sameJson(present[field], expected[field]) &&
      !product.changes.some((c) => c.field === field)
    )
      product.changes.push({ field, from: present[field], to: expected[field] });
  if (product.changes.length > 0) product.action = "update";
}

function optionsOf({ options }: ProductRecord): PlannedProduct["fields"]["options"] {
  return options.map(({ name, values }) => ({
    name,
    values: values.map(({ value, swatch }) => ({ value, swatch: swatch?.toLowerCase() ?? null })),
  }));
}

/** Product fields that are compared in addition to the plan's. writeExtras() writes all of them except `options`. */
type Extras = Pick<
  ProductRecord,
  | "taxClass"
  | "composition"
  | "care"
  | "measurements"
  | "bodyMeasurements"
  | "saleEndsAt"
  | "publishedAt"
> & { options: unknown; seoDescription: string | null };

function extrasOf({ seoDescription, ...record }: ProductRecord): Omit<Extras, "options"> {
  const { taxClass, composition, care, measurements, bodyMeasurements } = record;
  const { saleEndsAt, publishedAt } = record;
  const details = { taxClass, composition, care, measurements, bodyMeasurements };
  const richText = seoDescription === null ? null : sanitizeRichText(seoDescription);
  return { seoDescription: richText, ...details, saleEndsAt, publishedAt };
}

async function readExtras(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Extras>> {
  type Row = Omit<Extras, "saleEndsAt" | "publishedAt"> & {
    id: string;
    saleEndsAt: Date | null;
    publishedAt: Date | null;
  };
  const rows = await tx.rows<Row>(sql`
    select id, options, seo_description as "seoDescription", tax_class as "taxClass", composition, care, measurements, body_measurements as "bodyMeasurements",
      sale_ends_at as "saleEndsAt", published_at as "publishedAt"
    from shop.products where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
  return new Map(
    rows.map(({ id, saleEndsAt, publishedAt, ...rest }) => [
      id,
      {
        ...rest,
        saleEndsAt: saleEndsAt?.toISOString() ?? null,
        publishedAt: publishedAt?.toISOString() ?? null,
      },
    ]),
  );
}

/** Writes Extras. Returns how many bytes of product text are indexed again for the products' translations. */
async function writeExtras(
  tx: Transaction,
  written: readonly WritableProduct[],
  records: readonly ProductRecord[],
): Promise<number> {
  const rows = written.flatMap(({ id, action }, p) => {
    const record = records[p];
    if (record === undefined || action === "unchanged") return [];
    const createdAt = action === "create" ? record.createdAt : null;
    return [{ id, createdAt, links: record.formerLinks, ...extrasOf(record) }];
  });
  if (rows.length === 0) return 0;
  await writeProductDetails(tx, rows);
  await addFormerLinks(tx, rows);
  // Search also finds a product by the words of its seoDescription.
  const worded = rows.filter(({ seoDescription }) => seoDescription !== null);
  return refreshListings(
    tx,
    worded.map(({ id }) => id),
  );
}

/** Writes the price history of new variants, so that the lowest price before a reduction is correct. */
async function writePrices(
  tx: Transaction,
  currency: string,
  written: readonly WritableProduct[],
  records: readonly ProductRecord[],
  made: ReadonlySet<WritableProduct["variants"][number]>,
): Promise<void> {
  const rows = written.flatMap(({ variants }, p) =>
    (records[p]?.variants ?? []).flatMap(({ prices }, v) => {
      const variant = variants[v];
      if (variant === undefined || !made.has(variant)) return [];
      return prices.map(({ since, price, regularPrice }) => {
        const was = regularPrice === null ? null : toMinor(regularPrice, currency);
        return { id: variant.id, since, price: toMinor(price, currency), was };
      });
    }),
  );
  if (rows.length > 0) await tx.run(sql`select door.import_prices(${JSON.stringify(rows)}::jsonb)`);
}

type NewLevel = ProductRecord["variants"][number]["levels"][number] & { variantId: string };

/** For new variants only, writes stock at locations other than the main one, and the settings of each level. */
async function writeLevels(
  tx: Transaction,
  levels: readonly NewLevel[],
  fileName: string,
): Promise<void> {
  const elsewhere = levels.filter(({ location }) => location !== mainLocation);
  if (elsewhere.length > 0) {
    await lockLevels(tx, elsewhere);
    await writeMoves(
      tx,
      elsewhere
        .filter(({ onHand }) => onHand > 0)
        .map(({ variantId, location, onHand }) => ({
          variantId,
          location,
          kind: "adjust",
          onHand,
          reason: "Import",
          note: beginning(fileName, 200),
        })),
    );
  }
  const set = levels.filter(
    ({ reorderPoint, backorderLimit, backorderDate }) =>
      reorderPoint !== null || backorderLimit > 0 || backorderDate !== null,
  );
  await setLevelSettings(tx, set);
}

function fileProduct(
  { line, record }: NumberedProduct,
  named: Named,
  currency: string,
  found: Findings,
): FileProduct {
  const { link, name, category, department, vendor, tags, status, seoTitle } = record;
  return {
    row: line,
    link,
    name,
    description: sanitizeRichText(record.description),
    vendor,
    category,
    type: (category ?? "").toLowerCase(),
    department,
    suggested: { category: null, department: null },
    tags,
    status,
    seoTitle,
    metaDescription: record.metaDescription,
    // Left out here, because writeExtras() writes these fields later.
    seoDescription: undefined,
    publishedAt: undefined,
    measurements: undefined,
    bodyMeasurements: undefined,
    composition: undefined,
    care: undefined,
    taxClass: undefined,
    optionNames: record.options.map((option) => option.name),
    variants: record.variants.map((variant, i) => fileVariant(variant, line, i, currency, found)),
    images: record.images.map((image) => ({
      row: line,
      url: sourceOf(image, named),
      alt: image.alt,
      color: image.color,
    })),
  };
}

/** Converts a variant of the file. Reports amounts that the currency can't express. */
function fileVariant(
  {
    options,
    sku,
    barcode,
    price,
    regularPrice,
    weightGrams,
    prices,
  }: ProductRecord["variants"][number],
  line: number,
  index: number,
  currency: string,
  found: Findings,
): FileVariant {
  const minor = (amount: number, field: string) => {
    const read = readAmount(amount, currency);
    if ("minor" in read) return read.minor;
    found.error(line, `variants.${index}.${field}`, `${amount}: ${read.problem}`);
    return 0;
  };
  for (const [at, was] of prices.entries()) {
    minor(was.price, `prices.${at}.price`);
    if (was.regularPrice !== null) minor(was.regularPrice, `prices.${at}.regularPrice`);
  }
  const own = minor(price, "price");
  const regular = regularPrice === null ? null : minor(regularPrice, "regularPrice");
  return {
    row: line,
    options,
    sku,
    barcode,
    price: own,
    regularPrice: regular !== null && regular > own ? regular : null,
    weightGrams,
    // Existing variants keep their stock; `complete` sets the stock of new ones.
    quantity: undefined,
    exportedQuantity: undefined,
    isBackordered: undefined,
  };
}

/** Returns the URL of a picture or, if the file contains its bytes, the key from sourceAddress(). */
function sourceOf({ picture, url }: ProductRecord["images"][number], named: Named): string {
  return picture === null ? (url ?? "") : sourceAddress(picture, named);
}
