import { wordKey } from "@vetrina/contract/common";
import { pace } from "../../../platform/event-loop/pace.ts";
import { type Findings, quoted } from "../findings.ts";
import type { FileProduct } from "./file-product.ts";
import { optionsKey, type PlannedVariant, sameNames } from "./plan-variants.ts";
import type { SkuOwner } from "./store-product.ts";

type Skus = {
  planned: readonly {
    variants: readonly Pick<PlannedVariant, "id" | "sku" | "options">[];
    /** Ids of variants that will be deleted. */
    removed: readonly string[];
  }[];
  file: readonly FileProduct[];
  /** The store's variants that have the file's SKUs. */
  owners: readonly SkuOwner[];
  /** Finds the file's products that later steps write. */
  later: (link: string) => FileProduct | undefined;
};

/**
 * Reports each SKU of the file that another variant of the store still has after the import. Returns the variants that
 * give up their SKU only in a later step. Duplicates within the file were reported before.
 */
export async function checkSkus(
  { planned, file, owners, later }: Skus,
  column: string,
  findings: Findings,
): Promise<SkuOwner[]> {
  const settled = new Map<string, { sku: string | null }>();
  for (const product of planned) {
    for (const variant of product.variants)
      if (variant.id !== null) settled.set(variant.id, variant);
    for (const id of product.removed) settled.set(id, { sku: null });
  }
  const ownerOf = new Map(owners.map((owner) => [wordKey(owner.sku), owner]));
  // Keyed by the `options` objects, which the plan took from the file's variants.
  const ids = new Map(
    planned.flatMap(({ variants }) => variants.map(({ options, id }) => [options, id] as const)),
  );
  const released: SkuOwner[] = [];
  for (const product of file)
    for (const { sku, row, options } of product.variants) {
      const owner = sku ? ownerOf.get(wordKey(sku)) : undefined;
      if (owner === undefined || owner.variantId === ids.get(options)) continue;
      const after = settled.get(owner.variantId);
      if (after !== undefined && wordKey(after.sku ?? "") !== wordKey(owner.sku)) continue;
      const pause = pace();
      if (pause !== null) await pause;
      const giver = after === undefined ? later(owner.link) : undefined;
      if (giver !== undefined && givesUp(giver, owner)) released.push(owner);
      else
        findings.error(
          row,
          column,
          `${quoted(owner.sku)} is already the SKU of a variant of ${owner.link} in the store: change one of the two`,
        );
    }
  return released;
}

/** Whether this variant of the product loses its SKU when the product is imported. */
function givesUp(product: FileProduct, { sku, options }: SkuOwner): boolean {
  // Variants with other options than the file's product will be deleted.
  if (!sameNames(Object.keys(options), product.optionNames)) return true;
  const partner = byOptions(product).get(optionsKey(options));
  return partner?.sku !== undefined && wordKey(partner.sku ?? "") !== wordKey(sku);
}

const variantsByOptions = new WeakMap<FileProduct, Map<string, FileProduct["variants"][number]>>();

/**
 * Returns the product's variants, keyed by their options. Cached, because this is called for each SKU of the product.
 */
function byOptions(product: FileProduct) {
  let found = variantsByOptions.get(product);
  if (found === undefined) {
    found = new Map(product.variants.map((variant) => [optionsKey(variant.options), variant]));
    variantsByOptions.set(product, found);
  }
  return found;
}
