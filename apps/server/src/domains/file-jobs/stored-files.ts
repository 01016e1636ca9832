import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { removeParts } from "./file-parts.ts";
import { type JobRow, updateJob } from "./job-rows.ts";

/** The number of exports of each format whose files are kept per store. */
const maxExports = 3;
/** Maximum bytes of the stored files of a store's imports and exports. One export has at most 2 GB. */
const maxStoreBytes = 5_000_000_000;
/** Maximum bytes for all stores of one owner together. */
const maxOwnerBytes = 10_000_000_000;

/** Throws LIMIT_REACHED if the files of the store, or of all stores of its owners, reach the limit. */
export async function requireRoomForFiles(tx: Transaction): Promise<void> {
  if (await hasRoomForFiles(tx)) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    "The storage for import and export files is full. Wait until imports finish or exports expire.",
    { maxStoreBytes, maxOwnerBytes },
  );
}

export async function hasRoomForFiles(tx: Transaction): Promise<boolean> {
  const stored = await tx.row<{ hasRoom: boolean }>(sql`
    select of_store_bytes < ${maxStoreBytes}::bigint and of_owner_bytes < ${maxOwnerBytes}::bigint as "hasRoom"
    from door.kept_file_bytes(${tx.storeId})`);
  return stored?.hasRoom === true;
}

/** Deletes the files of the store's older exports in this format and marks them as expired. */
export async function removeEarlierExports(
  ctx: Context,
  { kind }: Pick<JobRow, "kind">,
): Promise<void> {
  const earlier = await ctx.tx((tx) =>
    tx.rows<Pick<JobRow, "id" | "parts">>(sql`
      update shop.file_jobs j set expires_at = least(j.expires_at, ${ctx.now()})
      from (
        select id from shop.file_jobs
        where store_id = ${tx.storeId} and direction = 'OUT' and kind = ${kind} and state = 'DONE' and parts > 0
        order by id desc offset ${maxExports}
      ) e
      where j.store_id = ${tx.storeId} and j.id = e.id
      returning j.id, j.parts`),
  );
  for (const { id, parts } of earlier) {
    await removeParts(ctx.services.files, id, parts);
    await ctx.tx((tx) => updateJob(tx, id, sql`parts = 0`));
  }
}
