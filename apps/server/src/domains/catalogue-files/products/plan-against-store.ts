import type { Transaction } from "../../../platform/context.ts";
import type { StoredPicture } from "../../../platform/pictures/media.ts";
import { createFindings, type Findings } from "../findings.ts";
import { readKnownPictures } from "../pictures/known-pictures.ts";
import type { FileProduct } from "./file-product.ts";
import { type FileColumns, type Plan, planProducts } from "./plan-products.ts";
import { readSkuOwners, readStoreProducts } from "./read-store-products.ts";
import type { PictureSource } from "./store-product.ts";

/** The products of a file. */
export type FileProducts = {
  products: readonly FileProduct[];
  columns: FileColumns;
};

export type Planned = { plan: Plan; findings: Findings; known: ReadonlyMap<string, StoredPicture> };

/** Plans the changes that make the store match the products. Their pictures are already stored, or are in `fetched`. */
export async function planAgainst(
  tx: Transaction,
  { products, columns }: FileProducts,
  fetched: ReadonlyMap<string, StoredPicture>,
  lock: boolean,
  findings: Findings = createFindings(),
): Promise<Planned> {
  const links = products.map(({ link }) => link);
  const skus = products.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []));
  const known = await readKnownPictures(
    tx,
    picturesOf(products).map(({ url }) => url),
  );
  const pictures = new Map<string, PictureSource>();
  for (const [url, picture] of [...known, ...fetched])
    pictures.set(url, { ...picture, remoteUrl: null });
  const store = {
    products: await readStoreProducts(tx, links, lock),
    skuOwners: await readSkuOwners(tx, skus),
    pictures,
  };
  return { plan: await planProducts(products, store, columns, findings), findings, known };
}

/** Lists each URL once, with the first line that refers to it. */
export function picturesOf(products: readonly FileProduct[]): { url: string; row: number }[] {
  const rows = new Map<string, number>();
  for (const { images } of products)
    for (const { url, row } of images ?? []) if (!rows.has(url)) rows.set(url, row);
  return [...rows].map(([url, row]) => ({ url, row }));
}
