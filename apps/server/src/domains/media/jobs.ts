import type { Services } from "../../platform/context.ts";
import { platformTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { inBatchesByStore } from "../../platform/jobs/in-batches.ts";
import { sweepDue } from "../../platform/jobs/sweep.ts";
import { filesOf } from "../../platform/pictures/media.ts";
import { lockClearing } from "./lock-picture.ts";

/**
 * How long a picture is kept after its last change, or after the sweep last found it in use if that is later, because
 * someone may be about to use it. The sweep checks a picture once a day, so 8 days keep it for at least a week.
 */
const unusedFor = "8 days";
/** How long files are kept after their last use, because cached pages may still show them. */
const filesFor = "1 hour";

/**
 * Deletes pictures that have been unused for a week and then, even if that fails, files that no store's pictures use
 * anymore. Returns the number of pictures whose files were deleted.
 */
export async function sweepMedia(
  services: Services,
  batch = 200,
  stopped: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  try {
    await lookAtPictures(services, batch, stopped);
  } finally {
    if (!stopped()) removed = await removeDropped(services, batch, stopped);
  }
  return removed;
}

/** Records which pictures are in use, and deletes those that have been unused for a week. */
function lookAtPictures(
  services: Services,
  batch: number,
  stopped: () => boolean,
): Promise<number> {
  const now = services.now();
  return inBatchesByStore(
    services,
    {
      name: "media.look",
      size: batch,
      stores: (after) =>
        sql`select * from door.stores_with_media_to_look_at(100, ${now}, ${after})`,
      batch: (storeId, size) =>
        sql`door.look_at_media(${storeId}, ${unusedFor}::interval, ${size}, ${now})`,
    },
    stopped,
  );
}

/**
 * Deletes the files of pictures that no store uses anymore, one picture after another. If one fails, continues with the
 * others.
 */
function removeDropped(services: Services, batch: number, stopped: () => boolean): Promise<number> {
  const now = services.now();
  return sweepDue(
    services,
    "media.files",
    ({ due, id }) =>
      sql`select * from door.dropped_pictures(${filesFor}::interval, ${batch}, ${now}, ${due}, ${id})`,
    ({ id }) => removeFiles(services, id),
    { stopped, concurrency: 1 },
  );
}

/**
 * Deletes a picture's files, unless a picture of a store uses them. Waits for concurrent uploads of the same picture
 * first. Does nothing while an import stores pictures. Returns whether the files were deleted.
 */
function removeFiles(services: Services, key: string): Promise<boolean> {
  return platformTransaction(services.database.worker, async (tx) => {
    if (!(await lockClearing(tx, key))) return false;
    const row = await tx.row<{ widths: number[] | null }>(
      sql`select door.forget_dropped_picture(${key}) as widths`,
    );
    if (row === undefined || row.widths === null) return false;
    await services.files.remove(filesOf({ key, widths: row.widths }));
    return true;
  });
}
