import type { Client } from "@vetrina/client/types";
import { categoryPath, collectionPath, productPath } from "@vetrina/commerce/shop-paths";
import { type Queryable, sql } from "../platform/database/sql.ts";
import type { StoreRef } from "../platform/store-directory.ts";
import type { Entry } from "./sitemap-xml.ts";

/** The protocol allows 50,000 addresses and 50 MB; a file is made in memory, so it holds far fewer. */
export const maxUrls = 5000;
/** Each collection is counted by a statement of its own. */
export const collectionsPerFile = 500;
const collectionsPerCall = 100;
const imagesPerProduct = 3;

/** Products in the order of their ids, from `from` to the next file's: new ones come last, so files stay as they are. */
export type ProductFile = { from: string; changedAt: Date };

/** Where each file of products begins: one pass over the store's products, so it is kept for a while. */
export function readProductFiles(catalogue: Queryable, store: StoreRef): Promise<ProductFile[]> {
  return catalogue.rows<ProductFile>(sql`
    select min(p.id::text) as "from", max(p.updated_at) as "changedAt"
    from (select id, updated_at, (row_number() over (order by id) - 1) / ${perFile(store)}::int as file
      from catalogue.products where store_id = ${store.id}) p
    group by p.file order by p.file`);
}

export async function readProducts(
  catalogue: Queryable,
  store: StoreRef,
  from: string,
  to: string | null,
): Promise<Entry[]> {
  const rows = await catalogue.rows<{ link: string; changedAt: Date; keys: string[] }>(sql`
    select p.link, p.updated_at as "changedAt", array(
      select i.key from catalogue.images i where i.store_id = p.store_id and i.product_id = p.id
      order by i.position limit ${imagesPerProduct}) as keys
    from catalogue.products p
    where p.store_id = ${store.id} and p.id >= ${from}::uuid and (${to}::uuid is null or p.id < ${to}::uuid)
    order by p.id limit ${perFile(store)}`);
  return rows.map(({ link, changedAt, keys }) => ({
    path: productPath(link),
    changedAt,
    images: keys.map((key) => `/media/${key}/640.webp`),
  }));
}

/** How many files there are of collections, and when one of them last changed. */
export async function readCollectionFiles(
  catalogue: Queryable,
  store: StoreRef,
): Promise<{ files: number; changedAt: Date | null }> {
  const row = await catalogue.row<{ count: number; changedAt: Date | null }>(sql`
    select count(*)::int as count, max(updated_at) as "changedAt" from catalogue.collections where store_id = ${store.id}`);
  return {
    files: Math.ceil((row?.count ?? 0) / collectionsPerFile),
    changedAt: row?.changedAt ?? null,
  };
}

/** Empty ones are no search result (their pages say so), so they are left out. */
export async function readCollections(
  client: Client,
  store: StoreRef,
  file: number,
): Promise<Entry[]> {
  const calls = collectionsPerFile / collectionsPerCall;
  const entries: Entry[] = [];
  for (let page = (file - 1) * calls + 1; page <= file * calls; page += 1) {
    const { items, total } = await client.collections.listCollections({
      storeId: store.id,
      page,
      limit: collectionsPerCall,
    });
    for (const { link, productCount, updatedAt, image } of items)
      if (productCount > 0)
        entries.push({
          path: collectionPath(link),
          changedAt: new Date(updatedAt),
          images: image === null ? [] : [image.url],
        });
    if (page * collectionsPerCall >= total) break;
  }
  return entries;
}

const textPages = [
  "/about",
  "/contact-us",
  "/shipping-info",
  "/returns",
  "/size-guide",
  "/support",
  "/links",
  "/coming-soon",
];

/** The shop's own pages, and lists that have an address without being one of its collections. */
export async function readPages(
  client: Client,
  catalogue: Queryable,
  store: StoreRef,
): Promise<Entry[]> {
  const row = await catalogue.row<{ changedAt: Date }>(
    sql`select updated_at as "changedAt" from catalogue.stores where id = ${store.id}`,
  );
  const changedAt = row?.changedAt ?? null;
  const [{ items: policies }, lists] = await Promise.all([
    client.stores.listPolicies({ id: store.id }),
    readLists(client, catalogue, store),
  ]);
  const written = policies.map(({ updatedAt }) => Date.parse(updatedAt));
  const policyPages = written.length === 0 ? [] : ["/policy"];
  return [
    { path: "/", changedAt },
    ...lists.map((path) => ({ path, changedAt: null })),
    ...textPages.map((path) => ({ path, changedAt })),
    ...policyPages.map((path) => ({ path, changedAt: new Date(Math.max(...written)) })),
  ];
}

async function readLists(client: Client, catalogue: Queryable, store: StoreRef): Promise<string[]> {
  const [{ total, facets }, collections] = await Promise.all([
    client.products.listProducts({ linkStoreId: store.id, limit: 1 }),
    catalogue.rows<{ link: string }>(
      sql`select link from catalogue.collections where store_id = ${store.id} limit 2000`,
    ),
  ]);
  if (total === 0) return [];
  const filled = (name: string) =>
    (facets.find((facet) => facet.name === name)?.values ?? []).filter(({ count }) => count > 0);
  const own = new Set(collections.map(({ link }) => collectionPath(link)));
  const lists = [
    "/new-arrivals",
    ...filled("category").map(({ value }) => categoryPath(value)),
    ...filled("department").map(({ value }) => `/${value}`),
  ].filter((path) => !path.includes("?") && path !== "/unisex" && !own.has(path));
  return ["/collection", ...(own.size > 0 ? ["/collections"] : []), ...lists];
}

function perFile({ languages }: StoreRef): number {
  return Math.floor(maxUrls / Math.max(1, languages.length));
}
