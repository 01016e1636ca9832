import type { Transaction } from "../../../platform/context.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import type { StoredPicture } from "../../../platform/pictures/media.ts";
import { createFindings, type Findings } from "../findings.ts";
import { readKnownPictures } from "../pictures/known-pictures.ts";
import type { FileProduct } from "./file-product.ts";
import { type FileColumns, type Plan, planProducts } from "./plan-products.ts";
import { readSkuOwners, readStoreProducts } from "./read-store-products.ts";
import type { PictureSource } from "./store-product.ts";

/** Products of a file, such as those of one step. */
export type FileProducts = {
  products: readonly FileProduct[];
  columns: FileColumns;
  /**
   * Finds the file's products that later steps write. This step's products may use SKUs that those products give up.
   */
  later?: (link: string) => FileProduct | undefined;
};

export type Planned = { plan: Plan; findings: Findings; known: ReadonlyMap<string, StoredPicture> };

/**
 * Plans the changes that make the store match the products. `fetched` contains newly downloaded pictures by URL. A
 * picture that is neither in `fetched` nor known to the store keeps its original URL.
 */
export async function planAgainst(
  tx: Transaction,
  { products, columns, later }: FileProducts,
  fetched: ReadonlyMap<string, StoredPicture>,
  lock: boolean,
  findings: Findings = createFindings(),
): Promise<Planned> {
  const links = products.map(({ link }) => link);
  const skus = products.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []));
  const listed = await picturesOf(products);
  const known = await readKnownPictures(
    tx,
    listed.map(({ url }) => url),
  );
  const pictures = new Map<string, PictureSource>();
  for (const [url, picture] of [...known, ...fetched])
    pictures.set(url, { ...picture, remoteUrl: null });
  const store = {
    products: await readStoreProducts(tx, links, lock),
    skuOwners: await readSkuOwners(tx, skus),
    pictures,
  };
  return { plan: await planProducts(products, store, columns, findings, later), findings, known };
}

/** Lists each URL once, with the first line that refers to it. */
export async function picturesOf(
  products: readonly FileProduct[],
): Promise<{ url: string; row: number }[]> {
  const pictures: { url: string; row: number }[] = [];
  const seen = new Set<string>();
  for (const { images } of products) {
    const pause = pace();
    if (pause !== null) await pause;
    for (const { url, row } of images ?? []) {
      if (seen.has(url)) continue;
      seen.add(url);
      pictures.push({ url, row });
    }
  }
  return pictures;
}
