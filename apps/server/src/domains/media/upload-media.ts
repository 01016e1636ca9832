import type { Media, media } from "@vetrina/contract/catalogue/media";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import {
  keepPicture,
  type PreparedPicture,
  preparePicture,
} from "../../platform/pictures/media.ts";
import { lockPicture } from "./lock-picture.ts";
import { readMedia } from "./media-rows.ts";
import { requirePictureRoom } from "./picture-room.ts";

const maxPictures = 200_000;

/**
 * Decodes the file and writes it to disk outside any transaction, so that no transaction waits for the disk. If the
 * store has uploaded the same file before, returns the existing picture.
 */
export async function uploadMedia(
  ctx: Context,
  { file, alt = "" }: Input<typeof media.uploadMedia>,
): Promise<Media> {
  const { files } = ctx.services;
  const { address, signal } = ctx.caller;
  const { id: storeId, owner } = ctx.store;
  const source = { from: "staff", address, owner, storeId, signal } as const;
  const picture = await preparePicture(file, source);
  // Checks the store's limit before a file is written.
  await ctx.tx((tx) => findMedia(tx, ctx, picture.key));
  await keepPicture(files, picture);
  const made = await ctx.tx((tx) => writeMedia(tx, ctx, picture, { alt, bytes: file.byteLength }));
  // Writes the file again if it is missing. The sweep may have deleted it before its row was committed.
  await keepPicture(files, picture);
  return made;
}

async function writeMedia(
  tx: Transaction,
  ctx: Context,
  { key, width, height, widths, master }: PreparedPicture,
  { alt, bytes }: { alt: string; bytes: number },
): Promise<Media> {
  await lockPicture(tx, key);
  const known = await findMedia(tx, ctx, key);
  const id = known ?? newId();
  if (known === null)
    await tx.run(sql`
      insert into shop.media (store_id, id, key, width, height, widths, bytes, master_bytes, alt, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${key}, ${width}, ${height}, ${widths}, ${bytes}, ${master.byteLength}, ${alt}, ${ctx.now()}, ${ctx.now()})`);
  // Renews updated_at, so that the sweep does not delete the picture before it is used. An existing alt text is kept.
  else
    await tx.run(sql`
      update shop.media set
        updated_at = ${ctx.now()},
        version = version + case when alt = '' and ${alt} <> '' then 1 else 0 end,
        alt = case when alt = '' then ${alt} else alt end
      where store_id = ${tx.storeId} and id = ${id}`);
  await audit(tx, ctx, {
    action: known === null ? "CREATE" : "UPDATE",
    entityType: "media",
    entityId: id,
    after: { key, bytes },
  });
  return readMedia(tx, id);
}

/**
 * Returns the id of the store's picture with this key; null if it is new. Throws LIMIT_REACHED if the store can't have
 * another.
 */
async function findMedia(tx: Transaction, ctx: Context, key: string): Promise<string | null> {
  const known = await tx.row<{ id: string }>(
    sql`select id from shop.media where store_id = ${tx.storeId} and key = ${key}`,
  );
  if (known !== undefined) return known.id;
  const count = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from shop.media where store_id = ${tx.storeId}`,
  );
  if ((count?.n ?? 0) >= maxPictures)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A store can have at most ${maxPictures} pictures. Delete unused ones first.`,
    );
  await requirePictureRoom(tx, ctx.services);
  return null;
}
