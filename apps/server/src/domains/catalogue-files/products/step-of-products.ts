import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { FileProduct } from "./file-product.ts";

/** What a product adds to the work of a step. `characters`: about the length of its long texts and picture URLs. */
export type ProductSize = { variants: number; pictures: number; characters: number };
type Sized = ProductSize & { link: string };

/**
 * Maximum number of products in a step. `most` limits their total size, because processing a step blocks the event
 * loop; only a single product may exceed it.
 */
export const productsAtOnce = 50;
const most: ProductSize = { variants: 500, pictures: 500, characters: 1_000_000 };
const parts = ["variants", "pictures", "characters"] as const;

/**
 * Returns the products of the next step: as many from the beginning of `products` as the limits allow, but at least
 * one. Each counts with its size in the file or in the store, whichever is larger.
 */
export async function stepOfProducts<T>(
  tx: Transaction,
  products: readonly T[],
  sizeOf: (product: T) => Sized,
): Promise<T[]> {
  const sizes = products.slice(0, productsAtOnce).map(sizeOf);
  const stored = await storedSizes(
    tx,
    sizes.map(({ link }) => link),
  );
  const sum: ProductSize = { variants: 0, pictures: 0, characters: 0 };
  let end = 0;
  for (const size of sizes) {
    const known = stored.get(size.link);
    for (const part of parts) sum[part] += Math.max(size[part], known?.[part] ?? 0);
    if (end > 0 && parts.some((part) => sum[part] > most[part])) break;
    end += 1;
  }
  return products.slice(0, end);
}

/** Returns the size of a product in its file. */
export function sizeInFile(product: FileProduct): Sized {
  const { link, description = "", variants, images = [] } = product;
  let characters = description.length + (product.seoDescription?.length ?? 0);
  for (const { url, alt } of images) characters += url.length + (alt?.length ?? 0);
  return { link, variants: variants.length, pictures: images.length, characters };
}

async function storedSizes(
  tx: Transaction,
  links: readonly string[],
): Promise<ReadonlyMap<string, ProductSize>> {
  const rows = await tx.rows<Sized>(sql`
    select p.link, i.pictures, i.characters + octet_length(p.description) + coalesce(octet_length(p.seo_description), 0) as characters,
      (select count(*)::int from shop.variants v
        where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null) as variants
    from shop.products p
    cross join lateral (
      select count(*)::int as pictures, coalesce(sum(octet_length(i.remote_url)), 0)::int as characters
      from shop.images i where i.store_id = p.store_id and i.product_id = p.id) i
    where p.store_id = ${tx.storeId} and p.link = any(${links}) and p.deleted_at is null`);
  return new Map(rows.map((row) => [row.link, row]));
}
