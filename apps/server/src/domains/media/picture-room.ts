import type { Services, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";

/** The stores of one owner together have so many times what one store has. */
const ownerShare = 5;

export const noPictureRoom =
  "The store's pictures take up all their room. Delete some that nothing shows.";

/** Throws LIMIT_REACHED where the pictures of the store, or of its owner's stores, take up their room. */
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
    from door.kept_picture_bytes(${tx.storeId})`);
  return row?.hasRoom === true;
}
