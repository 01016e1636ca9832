import { parseUrl } from "@vetrina/contract/web-address";
import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import type { StoredPicture } from "../../../platform/pictures/media.ts";

/**
 * Pictures that don't have to be downloaded, keyed by URL: earlier imports stored them, or the store itself serves
 * them.
 */
export async function readKnownPictures(
  tx: Transaction,
  urls: readonly string[],
): Promise<Map<string, StoredPicture>> {
  const fetched = await tx.rows<StoredPicture & { url: string }>(sql`
    select url, key, width, height, widths from shop.imported_pictures
    where store_id = ${tx.storeId} and url = any(${urls})`);
  const known = new Map(fetched.map(({ url, ...picture }) => [url, picture]));
  const keys = new Map(urls.flatMap((url) => ownKey(url).map((key) => [url, key] as const)));
  if (keys.size === 0) return known;
  const own = await tx.rows<StoredPicture>(sql`
    select distinct on (key) key, width, height, widths from shop.images
    where store_id = ${tx.storeId} and key = any(${[...new Set(keys.values())]})`);
  const byKey = new Map(own.map((picture) => [picture.key, picture]));
  for (const [url, key] of keys) {
    const picture = byKey.get(key);
    if (picture !== undefined) known.set(url, picture);
  }
  return known;
}

/**
 * Returns the storage key in a URL with the path of a stored picture, otherwise an empty list. Accepts any host,
 * because the store may have had another host when the URL was written.
 */
function ownKey(url: string): string[] {
  const key = /^\/media\/(.+)\/\d+\.(?:webp|avif)$/.exec(parseUrl(url)?.pathname ?? "")?.[1];
  // The path is not decoded, because keys have no characters that URLs encode.
  return key === undefined ? [] : [key];
}

/** Remembers pictures by the URLs from which they were downloaded, or by pictureAddress(). */
export async function rememberPictures(
  tx: Transaction,
  fetched: ReadonlyMap<string, StoredPicture>,
): Promise<void> {
  const rows = [...fetched].map(([url, { key, width, height, widths }]) => ({
    url,
    key,
    width,
    height,
    widths,
  }));
  await tx.run(sql`
    insert into shop.imported_pictures (store_id, url, key, width, height, widths)
    select ${tx.storeId}, url, key, width, height, array(select jsonb_array_elements_text(widths)::int)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (url text, key text, width int, height int, widths jsonb, kind text)
    on conflict (store_id, url) do update
      set key = excluded.key, width = excluded.width, height = excluded.height, widths = excluded.widths`);
}
