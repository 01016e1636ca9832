import { pace } from "../../../platform/pace.ts";
import type { PlannedProduct } from "./plan-products.ts";

/** How many rows count as one write. Tags are included because the search index has an entry for each. */
const variantsPerWrite = 2;
const picturesPerWrite = 2;
const tagsPerWrite = 4;

/**
 * Returns how much these products count toward the import limit: one for each product, one for each kilobyte of its
 * texts, plus its other rows. Call it before withIds(), which gives new variants their ids. `lengths`: the lengths of
 * the products' lines, if the file has more fields than the plan.
 */
export async function weighProducts(
  products: readonly Pick<PlannedProduct, "action" | "fields" | "variants" | "images">[],
  lengths?: readonly number[],
): Promise<number> {
  let weight = 0;
  for (const [i, { action, fields, variants, images }] of products.entries()) {
    await pace();
    if (action === "unchanged") continue;
    const written = variants.filter(({ id, changes }) => id === null || changes.length > 0);
    const bytes = lengths?.[i] ?? Buffer.byteLength(JSON.stringify([fields, written, images]));
    weight +=
      1 +
      weightOfText(bytes) +
      written.length / variantsPerWrite +
      (images?.length ?? 0) / picturesPerWrite +
      fields.tags.length / tagsPerWrite;
  }
  return weight;
}

export function weightOfText(bytes: number): number {
  return bytes / 1024;
}
