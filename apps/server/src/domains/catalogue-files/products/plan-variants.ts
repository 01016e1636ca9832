import { wordKey } from "@vetrina/contract/common";
import type { ProductOption } from "@vetrina/contract/catalogue/products";
import { sortVariants, uniqueSlugs, variantName } from "@vetrina/commerce/products/variants";
import { areLabelsTooLong, textProblem, tooLongLabelsText } from "../../products/rules.ts";
import type { Findings } from "../findings.ts";
import { type Change, sameJson } from "./changes.ts";
import type { FileProduct, FileVariant } from "./file-product.ts";
import type { StoreProduct, StoreVariant } from "./store-product.ts";

/** The planned fields of a variant's row, and its stock. */
export type PlannedVariant = {
  /** null until the variant is created. */
  id: string | null;
  name: string;
  slug: string;
  sku: string | null;
  barcode: string | null;
  price: number;
  regularPrice: number | null;
  weightGrams: number | null;
  options: Record<string, string>;
  position: number;
  /** The on-hand units to set, or null to leave them unchanged. */
  setOnHand: number | null;
  backorderLimit: number;
  /** The back-order limit to set, or null to leave it unchanged. */
  setBackorderLimit: number | null;
  /**
   * The quantity of the last import, including this one, that set the stock; null if there is none. If the next file
   * has the same quantity, it is ignored.
   */
  importedQuantity: number | null;
  changes: Change[];
};

type Planned = { options: ProductOption[]; variants: PlannedVariant[]; removed: string[] };

/**
 * Matches the file's variants with the store's by options, else by SKU, and plans the others as new. The store's
 * remaining variants are kept at the end of `variants`, or deleted if the product no longer has their options.
 */
export function planVariants(
  file: FileProduct,
  store: StoreProduct | undefined,
  priceColumn: string,
  findings: Findings,
): Planned {
  const partners = match(file, store?.variants ?? []);
  const used = new Set([...partners.values()].map(({ id }) => id));
  const others = (store?.variants ?? []).filter(({ id }) => !used.has(id));
  const stays = ({ options }: StoreVariant) =>
    file.optionNames.length > 0 && sameNames(Object.keys(options), file.optionNames);
  const remaining = others.filter(stays);
  if (remaining.length > 0)
    findings.warning(file.row, null, "variants that are not in the file stay in the store");
  const removed = others.filter((variant) => !stays(variant)).map(({ id }) => id);
  if (removed.length > 0)
    findings.warning(
      file.row,
      null,
      "the product's options differ from those in the store: variants with the old options are deleted",
    );

  const all = [
    ...file.variants.map(({ options }) => options),
    ...remaining.map(({ options }) => renamed(options, file.optionNames)),
  ];
  const isInOrder = ascending(file.variants.flatMap((each) => partners.get(each)?.position ?? []));
  const options = planOptions(file.optionNames, all, store, isInOrder);
  const problem = textProblem(options, all);
  if (problem !== null) findings.error(file.row, null, problem);
  const names = all.map((values) => variantName(values, file.optionNames));
  const partnersInOrder = [...file.variants.map((variant) => partners.get(variant)), ...remaining];
  const slugs = planSlugs(names, partnersInOrder);
  if (areLabelsTooLong([...names, ...slugs])) findings.error(file.row, null, tooLongLabelsText);
  const positions = planPositions(all, options);
  const label = (index: number) => ({
    name: names[index] ?? "",
    slug: slugs[index] ?? "",
    position: positions[index] ?? 0,
  });
  const variants = [
    ...file.variants.map((variant, i) =>
      planVariant(variant, partners.get(variant), label(i), priceColumn, findings),
    ),
    ...remaining.map((variant, i) =>
      keepVariant(variant, all[file.variants.length + i] ?? {}, label(file.variants.length + i)),
    ),
  ];
  return { options, variants, removed };
}

/** Returns the variants' slugs. A variant that keeps its name also keeps its slug, because URLs contain the slug. */
function planSlugs(
  names: readonly string[],
  partnersInOrder: readonly (StoreVariant | undefined)[],
): string[] {
  const stay = names.map((name, i) =>
    partnersInOrder[i]?.name === name ? partnersInOrder[i].slug : null,
  );
  const taken = stay.filter((slug) => slug !== null);
  const made = uniqueSlugs([...taken, ...names.filter((_name, i) => stay[i] === null)]);
  let next = taken.length;
  return stay.map((slug) => slug ?? made[next++] ?? "");
}

/** Returns the position, from 0, that each variant has when they are sorted by the options' values. */
function planPositions(
  variants: readonly Record<string, string>[],
  options: readonly ProductOption[],
): number[] {
  const sorted = sortVariants(
    variants.map((values, index) => ({ price: 0, options: values, index })),
    options,
  );
  const positions: number[] = [];
  for (const [position, { index }] of sorted.entries()) positions[index] = position;
  return positions;
}

function match(
  file: FileProduct,
  known: readonly StoreVariant[],
): ReadonlyMap<FileVariant, StoreVariant> {
  const pairs = new Map<FileVariant, StoreVariant>();
  const free = new Set(known);
  const pair = (find: (variant: FileVariant) => StoreVariant | undefined) => {
    for (const variant of file.variants) {
      if (pairs.has(variant)) continue;
      const found = find(variant);
      if (found === undefined || !free.has(found)) continue;
      pairs.set(variant, found);
      free.delete(found);
    }
  };
  const byOptions = new Map(known.map((variant) => [optionsKey(variant.options), variant]));
  pair(({ options }) => byOptions.get(optionsKey(options)));
  const bySku = new Map(known.flatMap((each) => (each.sku ? [[wordKey(each.sku), each]] : [])));
  pair(({ sku }) => (sku ? bySku.get(wordKey(sku)) : undefined));
  return pairs;
}

/** Returns a key that is the same for options with the same names and values, ignoring case and order. */
export function optionsKey(options: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(options).map((pair) => pair.map((text) => text.toLowerCase()));
  return JSON.stringify(pairs.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)));
}

export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(b.map((name) => name.toLowerCase()));
  return a.length === b.length && a.every((name) => names.has(name.toLowerCase()));
}

function renamed(options: Record<string, string>, names: readonly string[]) {
  const given = new Map(Object.entries(options).map(([name, v]) => [name.toLowerCase(), v]));
  return Object.fromEntries(names.map((name) => [name, given.get(name.toLowerCase()) ?? ""]));
}

function planVariant(
  file: FileVariant,
  store: StoreVariant | undefined,
  label: Pick<PlannedVariant, "name" | "slug" | "position">,
  priceColumn: string,
  findings: Findings,
): PlannedVariant {
  if (file.price === undefined && store === undefined)
    findings.error(file.row, priceColumn, "a new variant needs a price: add the column");
  const price = file.price ?? store?.price ?? 0;
  const regular = file.regularPrice === undefined ? store?.regularPrice : file.regularPrice;
  const backorder = planBackorder(file, store);
  const planned: PlannedVariant = {
    id: store?.id ?? null,
    ...label,
    sku: file.sku === undefined ? (store?.sku ?? null) : file.sku,
    barcode: file.barcode === undefined ? (store?.barcode ?? null) : file.barcode,
    price,
    regularPrice: regular != null && regular > price ? regular : null,
    weightGrams: file.weightGrams === undefined ? (store?.weightGrams ?? null) : file.weightGrams,
    options: file.options,
    ...planStock(file, store, backorder.backorderLimit, findings),
    ...backorder,
    changes: [],
  };
  planned.changes = changesOf(planned, store);
  return planned;
}

/** The limit that is set if a file turns on back-orders. It is the maximum, because the file doesn't say how many. */
const maxBackordered = 1_000_000;

function planBackorder(
  { isBackordered }: FileVariant,
  store: StoreVariant | undefined,
): Pick<PlannedVariant, "backorderLimit" | "setBackorderLimit"> {
  const had = store?.backorderLimit ?? 0;
  if (isBackordered === undefined || isBackordered === had > 0)
    return { backorderLimit: had, setBackorderLimit: null };
  const limit = isBackordered ? maxBackordered : 0;
  return { backorderLimit: limit, setBackorderLimit: limit };
}

function planStock(
  file: FileVariant,
  store: StoreVariant | undefined,
  backorderLimit: number,
  findings: Findings,
): Pick<PlannedVariant, "setOnHand" | "importedQuantity"> {
  // A negative quantity means that the exporting store owes units. It is imported as 0, unless this store owes as many.
  const quantity = file.quantity === undefined ? undefined : Math.max(0, file.quantity);
  if (store === undefined) return { setOnHand: quantity ?? 0, importedQuantity: quantity ?? null };
  if (quantity === undefined) return { setOnHand: null, importedQuantity: store.importedQuantity };
  if (file.quantity === store.onHand && store.onHand < 0)
    return { setOnHand: null, importedQuantity: store.importedQuantity };
  const problem = notEdited(file, quantity, store);
  if (problem !== null) {
    if (store.onHand !== quantity)
      findings.warning(file.row, null, `stock is not changed: ${problem}`);
    return { setOnHand: null, importedQuantity: store.importedQuantity };
  }
  const exported = file.exportedQuantity ?? store.onHand;
  if (store.onHand !== exported && store.onHand !== quantity)
    findings.warning(
      file.row,
      null,
      `stock has changed from ${exported} to ${store.onHand} since the export: check that the quantity takes this into account`,
    );
  // The lowest allowed quantity: the units held by orders minus those that may be back-ordered. If the stock is already
  // lower, it may stay as it is.
  const least = Math.min(store.reserved - backorderLimit, store.onHand);
  if (quantity < least)
    findings.warning(
      file.row,
      null,
      "open orders hold more units than this quantity: the stock is set to the lowest number that they allow",
    );
  const target = Math.max(quantity, least);
  return { setOnHand: target === store.onHand ? null : target, importedQuantity: quantity };
}

/**
 * Returns why the file's quantity must not set the stock, or null if it may. A file without exported quantities is
 * compared with the store's last export.
 */
function notEdited(file: FileVariant, quantity: number, store: StoreVariant): string | null {
  if (file.quantity === file.exportedQuantity)
    return "the quantity has not been edited since the export";
  if (quantity === store.importedQuantity)
    return "the file has the same quantity as the last import";
  return file.exportedQuantity === undefined && quantity === store.exportedQuantity
    ? "the file has the same quantity as the last export"
    : null;
}

function keepVariant(
  store: StoreVariant,
  options: Record<string, string>,
  label: Pick<PlannedVariant, "name" | "slug" | "position">,
): PlannedVariant {
  const { id, sku, barcode, price, regularPrice, weightGrams, importedQuantity } = store;
  const { backorderLimit } = store;
  const values = { sku, barcode, price, regularPrice, weightGrams, options, importedQuantity };
  const planned = {
    id,
    ...label,
    ...values,
    backorderLimit,
    setOnHand: null,
    setBackorderLimit: null,
    changes: [],
  };
  return { ...planned, changes: changesOf(planned, store) };
}

const compared = [
  ...(["name", "slug", "sku", "barcode", "price", "regularPrice"] as const),
  ...(["weightGrams", "options", "position", "backorderLimit"] as const),
];

function changesOf(planned: PlannedVariant, store: StoreVariant | undefined): Change[] {
  if (store === undefined) return [{ field: "new", from: null, to: planned.price }];
  const changes: Change[] = [];
  for (const field of compared)
    if (!sameJson(store[field], planned[field]))
      changes.push({ field, from: store[field], to: planned[field] });
  if (planned.setOnHand !== null)
    changes.push({ field: "stock", from: store.onHand, to: planned.setOnHand });
  return changes;
}

/**
 * Plans the product's options. Values are in the order in which they first appear. If the file's rows are in the
 * store's order (`isInOrder`) and no value is new, values keep the store's order. Swatches set in the store are kept.
 */
function planOptions(
  names: readonly string[],
  variants: readonly Record<string, string>[],
  store: StoreProduct | undefined,
  isInOrder: boolean,
): ProductOption[] {
  return names.map((name) => {
    const had = store?.options.find((option) => option.name.toLowerCase() === name.toLowerCase());
    const known = new Map(had?.values.map(({ value, swatch }) => [value, swatch]));
    const named = [...new Set(variants.map((options) => options[name] ?? ""))];
    const values =
      isInOrder && named.every((value) => known.has(value))
        ? [...known.keys()].filter((value) => named.includes(value))
        : named;
    return { name, values: values.map((value) => ({ value, swatch: known.get(value) ?? null })) };
  });
}

function ascending(positions: readonly number[]): boolean {
  return positions.every((position, i) => i === 0 || position > (positions[i - 1] ?? 0));
}
