import { pace } from "../../../platform/event-loop/pace.ts";
import type { Findings } from "../findings.ts";
import { type Change, sameJson } from "./changes.ts";
import type { FileProduct } from "./file-product.ts";
import { checkSkus } from "./check-skus.ts";
import { planFileCharts } from "./plan-charts.ts";
import { planImages, type PlannedImage } from "./plan-images.ts";
import { type PlannedVariant, planVariants } from "./plan-variants.ts";
import type { PictureSource, SkuOwner, StoreProduct } from "./store-product.ts";

/** The planned fields of a product row. */
export type PlannedFields = Omit<
  StoreProduct,
  "id" | "link" | "publishedAt" | "variants" | "images"
>;

export type PlannedProduct = {
  action: "create" | "update" | "unchanged";
  row: number;
  /** null until the product is created. */
  id: string | null;
  link: string;
  fields: PlannedFields;
  /** The publication time to set, or null if the file has none or the same as the store. */
  publishedAt: string | null;
  variants: PlannedVariant[];
  /** Ids of variants to delete, because the product's options have changed. */
  removed: string[];
  /** All pictures in order, or null to leave them unchanged. */
  images: PlannedImage[] | null;
  changes: Change[];
};

/** The headers to use in messages about the store's data. */
export type FileColumns = Record<"price" | "sku" | "measurements" | "bodyMeasurements", string>;

export type Plan = {
  products: PlannedProduct[];
  counts: Record<PlannedProduct["action"], number>;
  /** SKUs that the products take from products of later steps. They must be released first. */
  released: SkuOwner[];
};

/**
 * Plans the changes that make the store match the file. Adds the errors that this comparison finds to `findings`. A
 * plan with errors must not be written. `later` finds the file's products that later steps write.
 */
export async function planProducts(
  file: readonly FileProduct[],
  store: {
    products: ReadonlyMap<string, StoreProduct>;
    skuOwners: readonly SkuOwner[];
    /** Keyed by URL. A picture that is missing here has not been downloaded yet. */
    pictures: ReadonlyMap<string, PictureSource>;
  },
  columns: FileColumns,
  findings: Findings,
  later: (link: string) => FileProduct | undefined = () => undefined,
): Promise<Plan> {
  const planned: PlannedProduct[] = [];
  for (const product of file) {
    await pace();
    const known = store.products.get(product.link);
    planned.push(planProduct(product, known, store.pictures, columns, findings));
  }
  const skus = { planned, file, owners: store.skuOwners, later };
  const released = await checkSkus(skus, columns.sku, findings);
  const counts = { create: 0, update: 0, unchanged: 0 };
  for (const { action } of planned) counts[action] += 1;
  return { products: planned, counts, released };
}

function planProduct(
  file: FileProduct,
  store: StoreProduct | undefined,
  pictures: ReadonlyMap<string, PictureSource>,
  columns: FileColumns,
  findings: Findings,
): PlannedProduct {
  const { options, variants, removed } = planVariants(file, store, columns.price, findings);
  const charts = planFileCharts(file, store, options, columns, findings);
  const fields = { ...planFields(file, store, options), ...charts };
  const images = planImages(file, store, pictures);
  const changes = store === undefined ? [] : differences(store, fields, variants, removed);
  const had = store?.publishedAt ?? null;
  const publishedAt = file.publishedAt === had ? null : (file.publishedAt ?? null);
  if (store !== undefined && publishedAt !== null)
    changes.push({ field: "publishedAt", from: had, to: publishedAt });
  if (store !== undefined && images !== null)
    changes.push({ field: "pictures", from: store.images.length, to: images.length });
  const action =
    store === undefined ? "create" : changes.length > 0 ? "update" : ("unchanged" as const);
  const { row, link } = file;
  const id = store?.id ?? null;
  return { action, row, id, link, fields, publishedAt, variants, removed, images, changes };
}

function planFields(
  file: FileProduct,
  store: StoreProduct | undefined,
  options: PlannedFields["options"],
): Omit<PlannedFields, "measurements" | "bodyMeasurements"> {
  return {
    name: file.name,
    description: keep(file.description, store?.description ?? ""),
    seoTitle: keep(file.seoTitle, store?.seoTitle ?? null),
    metaDescription: keep(file.metaDescription, store?.metaDescription ?? null),
    seoDescription: keep(file.seoDescription, store?.seoDescription ?? null),
    status: keep(file.status, store?.status ?? "ACTIVE"),
    category: planCategory(file, store),
    department: keep(
      file.department,
      store === undefined ? file.suggested.department : store.department,
    ),
    vendor: keep(file.vendor, store?.vendor ?? null),
    tags: keep(file.tags, store?.tags ?? []),
    composition: keep(file.composition, store?.composition ?? null),
    care: keep(file.care, store?.care ?? []),
    taxClass: keep(file.taxClass, store?.taxClass ?? ""),
    options,
  };
}

/**
 * Plans the category. Keeps the stored one if its name is the product's type in the file, even if the type's words
 * suggest another one.
 */
function planCategory(file: FileProduct, store: StoreProduct | undefined): string | null {
  if (store === undefined) return keep(file.category, file.suggested.category);
  return file.type === store.category?.toLowerCase()
    ? store.category
    : keep(file.category, store.category);
}

// Returns the file's value, or the store's if the file has none (undefined). Not `??`, because null clears the field.
function keep<T>(value: T | undefined, had: T): T {
  return value === undefined ? had : value;
}

function differences(
  store: StoreProduct,
  fields: PlannedFields,
  variants: readonly PlannedVariant[],
  removed: readonly string[],
): Change[] {
  const changes: Change[] = [];
  for (const name of Object.keys(fields) as (keyof PlannedFields)[])
    if (!sameJson(store[name], fields[name]))
      changes.push({ field: name, from: store[name], to: fields[name] });
  for (const variant of variants)
    for (const change of variant.changes)
      changes.push({ ...change, field: `variant ${variant.name}: ${change.field}` });
  if (removed.length > 0) {
    const names = new Map(store.variants.map(({ id, name }) => [id, name]));
    for (const id of removed)
      changes.push({ field: `variant ${names.get(id) ?? id}`, from: "on sale", to: "removed" });
  }
  return changes;
}
