import { createHash } from "node:crypto";
import type { Context, Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import {
  checkMaster,
  preparePicture,
  readLargest,
  type StoredPicture,
  storeMaster,
  storePicture,
} from "../../../platform/pictures/media.ts";
import { invalidPicture } from "../../../platform/pictures/picture-work.ts";
import { importMedia } from "../../media/import-media.ts";
import { lockEveryPicture } from "../../media/lock-picture.ts";
import { hasPictureRoom, noPictureRoom } from "../../media/picture-room.ts";
import type { Counts } from "../import-file.ts";
import { readKnownPictures, rememberPictures } from "../pictures/known-pictures.ts";
import type { Named, Numbered } from "./named.ts";
import { pictureKey } from "./product-records.ts";
import type { JsonRecord, RecordOf } from "./records.ts";

type Picture = Pick<RecordOf<"picture">, "id" | "hash">;
export type NumberedPicture = Numbered<RecordOf<"picture">>;

/**
 * Returns the key under which the store remembers a picture of a catalogue file, made from the hash of its bytes. A
 * downloaded picture has its URL as key instead.
 */
export function pictureAddress(hash: string): string {
  return `vetrina-picture:${hash}`;
}

/**
 * Returns the key of a picture in the file: made from the picture's id if the store has it under this id, otherwise
 * from the hash of its bytes.
 */
export function sourceAddress(id: string, { own, pictures }: Named): string {
  return own.get(id) ? `vetrina-picture:own:${id}` : pictureAddress(pictures.get(id) ?? "");
}

const readTogether = 8;

/**
 * Finds pictures that the store has under the same id and with the same bytes, as when the file was exported from this
 * store. Caches lookups in `named`.
 */
export async function ownPictures(
  tx: Transaction,
  { services }: Context,
  ids: readonly string[],
  named: Named,
): Promise<Map<string, StoredPicture>> {
  const unknown = ids.filter((id) => !named.own.has(id));
  const keys = unknown.map(pictureKey);
  const rows = await storedPictures(tx, keys);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (let from = 0; from < unknown.length; from += readTogether)
    await Promise.all(
      unknown.slice(from, from + readTogether).map(async (id) => {
        const picture = byKey.get(pictureKey(id));
        const file = picture === undefined ? null : await readLargest(services.files, picture);
        const hash = file === null ? "" : createHash("sha256").update(file.bytes).digest("hex");
        named.own.set(id, hash === named.pictures.get(id) ? (picture ?? null) : null);
      }),
    );
  return new Map(
    ids.flatMap((id) => {
      const picture = named.own.get(id);
      if (!picture) return [];
      const byContent = pictureAddress(named.pictures.get(id) ?? "");
      return [byContent, sourceAddress(id, named)].map((address) => [address, picture]);
    }),
  );
}

async function storedPictures(tx: Transaction, keys: readonly string[]): Promise<StoredPicture[]> {
  if (keys.length === 0) return [];
  return tx.rows(sql`
    select distinct on (key) key, width, height, widths from (
      select key, width, height, widths from shop.images where store_id = ${tx.storeId} and key = any(${keys})
      union all
      select key, width, height, widths from shop.media where store_id = ${tx.storeId} and key = any(${keys})
    ) known order by key`);
}

/** Returns those of the file's pictures that the store already has, keyed by picture address. */
export async function findPictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly Picture[],
  named: Named,
): Promise<Map<string, StoredPicture>> {
  const addresses = pictures.map(({ hash }) => pictureAddress(hash));
  const known = await readKnownPictures(tx, addresses);
  const ids = pictures.map(({ id }) => id);
  return new Map([...known, ...(await ownPictures(tx, ctx, ids, named))]);
}

/**
 * Counts the pictures that the import would store, and those that the store already has. Calls `refused` for pictures
 * that can't be stored. Caches its results for WebP pictures in `named`, so that writing doesn't decode them again.
 */
export async function checkPictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly NumberedPicture[],
  named: Named,
  refused: Refused,
): Promise<Counts> {
  const fresh = await freshPictures(tx, ctx, pictures, named);
  const source = { from: "import", storeId: tx.storeId } as const;
  await eachFresh(fresh.pictures, refused, async ({ hash, mediaType }, bytes) => {
    if (mediaType === "image/avif") await preparePicture(bytes, source);
    else named.masters.set(hash, await checkMaster(ctx.services.files, bytes, source));
  });
  const made = fresh.pictures.length;
  return { created: made, updated: 0, unchanged: pictures.length - made };
}

/**
 * Stores the pictures that the store doesn't have yet. Their bytes have already been compared with their hashes. Calls
 * `refused` for pictures that can't be stored.
 */
export async function storePictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly NumberedPicture[],
  named: Named,
  refused: Refused,
): Promise<Counts> {
  const { files } = ctx.services;
  const fresh = await freshPictures(tx, ctx, pictures, named);
  const stored = new Map<string, StoredPicture>();
  const source = { from: "import", storeId: tx.storeId } as const;
  if (fresh.pictures.length > 0) await lockEveryPicture(tx);
  const hasRoom = fresh.pictures.length === 0 || (await hasPictureRoom(tx, ctx.services));
  await eachFresh(fresh.pictures, refused, async ({ hash, mediaType }, bytes) => {
    if (!hasRoom) throw invalidPicture(noPictureRoom);
    const picture =
      mediaType === "image/avif"
        ? await storePicture(files, bytes, source)
        : await storeMaster(files, bytes, source, named.masters.get(hash));
    stored.set(pictureAddress(hash), picture);
  });
  if (stored.size > 0) await rememberPictures(tx, stored);
  const records = pictures.map(({ record }) => record);
  const listed = await writeMedia(tx, ctx, records, new Map([...fresh.known, ...stored]));
  const made = records.filter(
    ({ hash, id }) => stored.has(pictureAddress(hash)) || listed.has(id),
  ).length;
  return { created: made, updated: 0, unchanged: records.length - made };
}

export type Refused = (line: number, error: unknown) => void;

/** Splits the pictures into those that the store already has, keyed by picture address, and the others. */
async function freshPictures(
  tx: Transaction,
  ctx: Context,
  pictures: readonly NumberedPicture[],
  named: Named,
): Promise<{ known: ReadonlyMap<string, StoredPicture>; pictures: NumberedPicture[] }> {
  const records = pictures.map(({ record }) => record);
  const known = await findPictures(tx, ctx, records, named);
  const fresh = pictures.filter(({ record }) => !known.has(pictureAddress(record.hash)));
  return { known, pictures: fresh };
}

/** Processes a few pictures at a time, to limit how many are decoded in memory. */
export async function eachFresh<R extends JsonRecord>(
  pictures: readonly Numbered<R>[],
  refused: Refused,
  work: (record: R, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < pictures.length; from += readTogether)
    await Promise.all(
      pictures.slice(from, from + readTogether).map(async ({ line, record, bytes }) => {
        try {
          await work(record, bytes ?? new Uint8Array());
        } catch (error) {
          refused(line, error);
        }
      }),
    );
}

/** Adds the file's media pictures to the store's media list. Returns the ids of those that were not in the list yet. */
async function writeMedia(
  tx: Transaction,
  ctx: Context,
  records: readonly RecordOf<"picture">[],
  pictures: ReadonlyMap<string, StoredPicture>,
): Promise<Set<string>> {
  const rows = records.flatMap(({ id, hash, media }) => {
    const picture = pictures.get(pictureAddress(hash));
    return media === null || picture === undefined
      ? []
      : [{ ...picture, ...media, picture: id, id: newId() }];
  });
  const listed = await importMedia(tx, rows, ctx.now());
  return new Set(rows.flatMap(({ id, picture }) => (listed.has(id) ? [picture] : [])));
}
