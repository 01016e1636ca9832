import { sql } from "../../platform/database/sql.ts";
import type { Transaction } from "../../platform/context.ts";
import { readParts, writePart } from "./file-parts.ts";
import { endStep, jobStep, type Work } from "./job-step.ts";
import { hasRoomForFiles, removeEarlierExports } from "./stored-files.ts";
import { exportFormats } from "../catalogue-files/export-formats.ts";
import type { ExportPage } from "../catalogue-files/export-pages.ts";

/** How long an export file is kept. */
const keptMs = 7 * 24 * 3_600_000;
const maxBytes = 2_000_000_000;
/** A part is written, and recorded as progress, once the text has about this many bytes. */
const chunkBytes = 1024 * 1024;

/**
 * Continues an export. Stores each part before the row records it; after a crash, the next worker writes that part
 * again.
 */
export async function runExport(work: Work): Promise<void> {
  const { services, ctx, job } = work;
  const format = exportFormats[job.kind];
  let { parts, bytes, done } = job;
  const begun = readParts(services.files, job.id, parts);
  const written = (parts > 0 && (await format.recall?.(begun))) || new Map<string, boolean>();
  const total = await ctx.tx(countProducts);
  await jobStep(work, async () => sql`step = 'WRITING', total = greatest(${total}::int, done)`);
  let waiting = parts === 0 ? format.begin(ctx) : "";
  for (let at: string | null = job.nextPage; at !== null;) {
    const page: ExportPage = await format.page(ctx, at, written);
    waiting += page.text;
    done += page.products;
    at = page.next;
    // Collects pages until they fill a part. The end of a slice writes even a short part, so that a slow export makes
    // progress.
    if (at !== null && waiting.length < chunkBytes && !work.expired()) continue;
    const piece = Buffer.from(waiting);
    if (bytes + piece.length > maxBytes)
      return endStep(
        work,
        "FAILED",
        sql`failure = 'The file would be larger than 2 GB, which is the maximum.'`,
      );
    if (!(await ctx.tx(hasRoomForFiles)))
      return endStep(
        work,
        "FAILED",
        sql`failure = 'The storage for import and export files is full. Wait until imports finish or exports expire.'`,
      );
    await writePart(services.files, job.id, parts, piece);
    parts += 1;
    bytes += piece.length;
    waiting = "";
    const next = at ?? "";
    await jobStep(
      work,
      async () => sql`done = ${done}, total = greatest(total, ${done}::int), parts = ${parts}, bytes = ${bytes},
        next_page = ${next}`,
      { progress: true },
    );
    if (at !== null && work.expired()) return;
  }
  // If a person in the file was erased meanwhile, the erasure has already set an earlier expiry.
  const expires = new Date(services.now().getTime() + keptMs);
  await endStep(
    work,
    "DONE",
    sql`step = null, total = done, expires_at = coalesce(expires_at, ${expires})`,
  );
  await removeEarlierExports(ctx, job);
}

async function countProducts(tx: Transaction): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from shop.products where store_id = ${tx.storeId} and deleted_at is null`);
  return row?.n ?? 0;
}
