import type { Services } from "../../platform/context.ts";
import { platformTransaction } from "../../platform/context.ts";
import { type Queryable, queryable, sql } from "../../platform/database/sql.ts";
import { filesOf } from "../../platform/pictures/media.ts";
import { lockClearing } from "./lock-picture.ts";

/**
 * How long a picture is kept after it was last noted as shown, because someone may be about to use it. It is noted once a
 * day, so an unused picture is kept for at least a week.
 */
const unusedFor = "8 days";
/** How long files are kept after their last use, because cached pages may still show them. */
const filesFor = "1 hour";

/**
 * Deletes pictures that have been unused for a week, and files that no store's pictures use anymore. Returns the number
 * of pictures whose files were deleted.
 */
export async function sweepMedia(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  const worker = queryable(services.database.worker);
  const now = services.now();
  for (let noted = batch; noted === batch && !stopped();)
    noted = await noteShown(worker, batch, now);
  await worker.run(sql`select door.delete_unused_media(${unusedFor}::interval, ${batch}, ${now})`);
  const due = await worker.rows<{ key: string; widths: number[] }>(
    sql`select key, widths from door.dropped_pictures(${filesFor}::interval, ${batch}, ${now})`,
  );
  let removed = 0;
  for (const picture of due) {
    if (stopped()) break;
    if (await removeFiles(services, picture)) removed += 1;
  }
  return removed;
}

/** Returns the number of pictures noted, at most `batch`. */
async function noteShown(worker: Queryable, batch: number, now: Date): Promise<number> {
  const row = await worker.row<{ n: number }>(
    sql`select door.note_shown_media(${batch}, ${now}) as n`,
  );
  return row?.n ?? 0;
}

/**
 * Deletes a picture's files after waiting for concurrent uploads of the same picture, but keeps files that an upload
 * uses. Does nothing while an import stores pictures. Returns whether the files were deleted.
 */
function removeFiles(
  services: Services,
  picture: { key: string; widths: number[] },
): Promise<boolean> {
  return platformTransaction(services.database.worker, async (tx) => {
    if (!(await lockClearing(tx, picture.key))) return false;
    const row = await tx.row<{ gone: boolean }>(
      sql`select door.forget_dropped_picture(${picture.key}) as gone`,
    );
    if (row?.gone !== true) return false;
    await services.files.remove(filesOf(picture));
    return true;
  });
}
