import type { Services, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";

/** The stores of one owner may together use this many times the storage of one store. */
const ownerShare = 5;

export const noPictureRoom =
  "The picture storage of this store, or of all its owner's stores together, is full. Delete unused pictures; their space is freed within about two hours.";

/** Throws LIMIT_REACHED if the pictures of the store, or of all stores of an owner, have reached their size limit. */
export async function requirePictureRoom(tx: Transaction, services: Services): Promise<void> {
  if (await hasPictureRoom(tx, services)) return;
  throw new ApiFailure("LIMIT_REACHED", noPictureRoom, {
    maxStoreBytes: services.maxPictureBytes,
    maxOwnerBytes: services.maxPictureBytes * ownerShare,
  });
}

export async function hasPictureRoom(
  tx: Transaction,
  { maxPictureBytes }: Pick<Services, "maxPictureBytes">,
): Promise<boolean> {
  const row = await tx.row<{ hasRoom: boolean }>(sql`
    select of_store_bytes < ${maxPictureBytes}::bigint and of_owner_bytes < ${maxPictureBytes * ownerShare}::bigint as "hasRoom"
    from door.stored_picture_bytes(${tx.storeId})`);
  return row?.hasRoom === true;
}
