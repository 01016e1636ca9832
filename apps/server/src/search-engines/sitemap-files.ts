import type { Client } from "@vetrina/client/types";
import { categoryPath, collectionPath, productPath } from "@vetrina/commerce/shop-paths";
import { type Queryable, type Sql, sql } from "../platform/database/sql.ts";
import type { StoreRef } from "../platform/store-directory.ts";
import type { Entry } from "./sitemap-xml.ts";

/**
 * The protocol allows 50,000 URLs and 50 MB. Our files are smaller, because the process that serves requests makes
 * them.
 */
const maxUrls = 5000;
/** The planned maximum size of a file. Each URL lists all languages, so translated shops reach this limit first. */
const maxBytes = 4_000_000;
/** The hard limit on a file's size, because links may have changed since the file was planned. */
export const maxLength = 2 * maxBytes;
/** Maximum number of product files per store, because the index has an entry for each file. */
const maxProductFiles = 5000;
/** How many calls read a file's collections. One call would be too large: it runs a statement for each collection. */
const callsPerCollectionFile = 5;
const maxCollectionsPerCall = 100;
const imagesPerProduct = 3;

/**
 * A file of products in the order of their ids. It begins with the id `from` and ends before the next file's `from`.
 * New products have the last ids, so they don't change earlier files.
 */
export type ProductFile = { from: string; changedAt: Date };

/** The first product of each file. Finding them reads all of the store's products, so the result is cached. */
export function readProductFiles(catalogue: Queryable, store: StoreRef): Promise<ProductFile[]> {
  const least = Math.ceil(maxBytes / perFile(store));
  return catalogue.rows<ProductFile>(sql`
    select min(p.id::text) as "from", max(p.updated_at) as "changedAt"
    from (
      select id, updated_at, coalesce(sum(bytes) over before, 0)::bigint / ${maxBytes}::int as file
      from (
        select id, updated_at, greatest(${least}::int, ${bytesOf(store, imagesPerProduct)}) as bytes
        from catalogue.products where store_id = ${store.id}) sized
      window before as (order by id rows between unbounded preceding and 1 preceding)) p
    group by p.file order by p.file limit ${maxProductFiles}`);
}

export async function readProducts(
  catalogue: Queryable,
  store: StoreRef,
  from: string,
  to: string | null,
): Promise<Iterable<Entry>> {
  const rows = await catalogue.rows<{ link: string; changedAt: Date; keys: string[] }>(sql`
    select p.link, p.updated_at as "changedAt", array(
      select i.key from catalogue.images i where i.store_id = p.store_id and i.product_id = p.id
      order by i.position limit ${imagesPerProduct}) as keys
    from catalogue.products p
    where p.store_id = ${store.id} and p.id >= ${from}::uuid and (${to}::uuid is null or p.id < ${to}::uuid)
    order by p.id limit ${perFile(store)}`);
  return rows.values().map(({ link, changedAt, keys }) => ({
    path: productPath(link),
    changedAt,
    images: keys.map((key) => `/media/${key}/640.webp`),
  }));
}

export type CollectionFiles = { files: number; perCall: number; changedAt: Date | null };

/** The number of collection files, the number of collections per call, and the time of the latest change. */
export async function readCollectionFiles(
  catalogue: Queryable,
  store: StoreRef,
): Promise<CollectionFiles> {
  const row = await catalogue.row<{
    count: number;
    bytes: number | null;
    changedAt: Date | null;
  }>(sql`
    select count(*)::int as count, max(${bytesOf(store, 1)}) as bytes, max(updated_at) as "changedAt"
    from catalogue.collections where store_id = ${store.id}`);
  const fitting = Math.floor(maxBytes / callsPerCollectionFile / (row?.bytes ?? 1));
  const perCall = Math.max(1, Math.min(maxCollectionsPerCall, fitting));
  return {
    files: Math.ceil((row?.count ?? 0) / perCall / callsPerCollectionFile),
    perCall,
    changedAt: row?.changedAt ?? null,
  };
}

/** Reads a file's collections. Leaves out empty ones, because their pages are not indexed. */
export async function readCollections(
  client: Client,
  store: StoreRef,
  file: number,
  perCall: number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const [before, last] = [(file - 1) * callsPerCollectionFile, file * callsPerCollectionFile];
  for (let page = before + 1; page <= last; page += 1) {
    const { items, total } = await client.collections.listCollections({
      storeId: store.id,
      page,
      limit: perCall,
    });
    for (const { link, productCount, updatedAt, image } of items)
      if (productCount > 0)
        entries.push({
          path: collectionPath(link),
          changedAt: new Date(updatedAt),
          images: image === null ? [] : [image.url],
        });
    if (page * perCall >= total) break;
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

/** The shop's own pages, and the product lists that have a URL but aren't collections. */
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

/**
 * SQL for the maximum number of bytes that a row with a `link` takes in its file, in all languages together. A letter
 * of two bytes takes six in a URL.
 */
function bytesOf({ languages, domain }: StoreRef, images: number): Sql {
  const origin = `https://${domain}`.length;
  const urls = Math.max(1, languages.length);
  const addresses = languages.length > 1 ? languages.length + 2 : 1;
  const ofLink = sql`(5 * octet_length(link) - 4 * char_length(link))`;
  const besides = addresses * (100 + origin) + 80 + images * (140 + origin);
  return sql`${urls}::int * (${addresses}::int * ${ofLink} + ${besides}::int)`;
}
