import { pace } from "../../../platform/event-loop/pace.ts";
import type { PlannedProduct } from "./plan-products.ts";

/** How many rows count as one write. Tags are included because the search index has an entry for each. */
const variantsPerWrite = 2;
const picturesPerWrite = 2;
const levelsPerWrite = 2;
const tagsPerWrite = 4;
const pricesPerWrite = 4;
const membersPerWrite = 4;
const linksPerWrite = 8;

/** The size in bytes of a product's line, and how many levels, prices and former links the plan doesn't contain. */
export type WeighedLine = { length: number; levels: number; prices: number; links: number };

/**
 * Returns what the created and changed products count toward the import limit: one each, one per kilobyte, and a
 * fraction for each other row. Call it before new variants get their ids in writeProducts(). `lines`: for files with
 * more fields than the plan, the products' lines.
 */
export async function weighProducts(
  products: readonly Pick<PlannedProduct, "action" | "fields" | "variants" | "images">[],
  lines?: readonly WeighedLine[],
): Promise<number> {
  let weight = 0;
  for (const [i, { action, fields, variants, images }] of products.entries()) {
    await pace();
    if (action === "unchanged") continue;
    const written = variants.filter(({ id, changes }) => id === null || changes.length > 0);
    const line = lines?.[i];
    const bytes = line?.length ?? Buffer.byteLength(JSON.stringify([fields, written, images]));
    weight +=
      1 +
      weightOfText(bytes) +
      written.length / variantsPerWrite +
      (images?.length ?? 0) / picturesPerWrite +
      fields.tags.length / tagsPerWrite +
      (line === undefined
        ? 0
        : line.levels / levelsPerWrite + line.prices / pricesPerWrite + weightOfLinks(line.links));
  }
  return weight;
}

export function weightOfText(bytes: number): number {
  return bytes / 1024;
}

/** The weight of the former links of a product or collection. */
export function weightOfLinks(links: number): number {
  return links / linksPerWrite;
}

/** The weight of the products of a manual collection. */
export function weightOfMembers(products: number): number {
  return products / membersPerWrite;
}
