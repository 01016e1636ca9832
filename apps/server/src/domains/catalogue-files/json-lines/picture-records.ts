import { createHash } from "node:crypto";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import {
  readLargest,
  type StoredPicture,
  storeMaster,
  storePicture,
} from "../../../platform/media.ts";
import { lockPicture } from "../../media/lock-picture.ts";
import type { Outcome } from "../import-file.ts";
import { readKnownPictures, rememberPictures } from "../pictures/known-pictures.ts";
import type { Named } from "./named.ts";
import { pictureKey } from "./product-records.ts";
import type { RecordOf } from "./records.ts";

/** How the store knows a picture that came in a file: by its content, as it knows a fetched one by its address. */
export function pictureAddress(hash: string): string {
  return `vetrina-picture:${hash}`;
}

/**
 * Pictures of the file that are the store's own, since the file came from it: by the name they have there, and with the
 * same bytes. What was looked for is remembered in `named`.
 */
export async function ownPictures(
  tx: Transaction,
  { services }: Context,
  ids: readonly string[],
  named: Named,
): Promise<Map<string, StoredPicture>> {
  const unknown = ids.filter((id) => !named.own.has(id));
  const keys = unknown.map(pictureKey);
  const rows = await tx.rows<StoredPicture>(sql`
    select distinct on (key) key, width, height, widths from (
      select key, width, height, widths from shop.images where store_id = ${tx.storeId} and key = any(${keys})
      union all
      select key, width, height, widths from shop.media where store_id = ${tx.storeId} and key = any(${keys})
    ) known order by key`);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (const id of unknown) {
    const picture = byKey.get(pictureKey(id));
    const file = picture === undefined ? null : await readLargest(services.files, picture);
    const hash = file === null ? "" : createHash("sha256").update(file.bytes).digest("hex");
    named.own.set(id, hash === named.pictures.get(id) ? (picture ?? null) : null);
  }
  return new Map(
    ids.flatMap((id) => {
      const picture = named.own.get(id);
      return picture ? [[pictureAddress(named.pictures.get(id) ?? ""), picture]] : [];
    }),
  );
}

/** The picture of the file where the store has it already. */
export async function findPicture(
  tx: Transaction,
  ctx: Context,
  { id, hash }: Pick<RecordOf<"picture">, "id" | "hash">,
  named: Named,
): Promise<StoredPicture | undefined> {
  const address = pictureAddress(hash);
  return (
    (await ownPictures(tx, ctx, [id], named)).get(address) ??
    (await readKnownPictures(tx, [address])).get(address)
  );
}

/** Keeps a picture of the file, once; its bytes are those of its hash. Throws VALIDATION_FAILED for what is none. */
export async function keepPictureOf(
  tx: Transaction,
  ctx: Context,
  record: RecordOf<"picture">,
  bytes: Uint8Array,
  named: Named,
): Promise<keyof Outcome> {
  const { hash, mediaType, media } = record;
  const known = await findPicture(tx, ctx, record, named);
  const keep = mediaType === "image/webp" ? storeMaster : storePicture;
  const picture = known ?? (await keep(ctx.services.files, bytes));
  if (known === undefined) {
    await lockPicture(tx, picture.key);
    await rememberPictures(tx, new Map([[pictureAddress(hash), picture]]));
  }
  if (media === null) return known === undefined ? "made" : "unchanged";
  const { key, width, height, widths } = picture;
  const now = ctx.now();
  const made = await tx.run(sql`
    insert into shop.media (store_id, id, key, width, height, widths, bytes, alt, created_at, updated_at)
    values (${tx.storeId}, ${newId()}, ${key}, ${width}, ${height}, ${widths}, ${media.bytes}, ${media.alt}, ${now}, ${now})
    on conflict (store_id, key) do nothing`);
  return made > 0 ? "made" : "unchanged";
}
