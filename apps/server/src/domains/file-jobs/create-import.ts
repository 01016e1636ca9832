import type { Import, imports } from "@vetrina/contract/catalogue/imports";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { requireStillHeld } from "../../platform/held-permissions.ts";
import { countUpTo } from "../../platform/http/bodies/json-scan.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { removeParts, writeParts } from "./file-parts.ts";
import { enqueueFileJob } from "./file-job-work.ts";
import { importToWire, readJob, updateJob } from "./job-rows.ts";
import { requireRoomForFiles } from "./stored-files.ts";
import { openJob } from "./open-job.ts";
import type { FileKind } from "../catalogue-files/file-kind.ts";

/**
 * Stores the file while it is uploaded. Deletes it if the call fails. Throws LIMIT_REACHED, VALIDATION_FAILED for an
 * empty file, and the errors of requireFit().
 */
export async function createImport(
  ctx: Context,
  { file, fileName, dryRun }: Input<typeof imports.createImport>,
): Promise<Import> {
  const id = newId();
  const { files } = ctx.services;
  const { headBytes, kindOfFile } = await import("../catalogue-files/file-kind.ts");
  await ctx.tx((tx) =>
    openJob(tx, ctx, { id, direction: "IN", kind: "PRODUCT_CSV", fileName, dryRun }),
  );
  const noteArrival = () => ctx.tx((tx) => updateJob(tx, id, sql`arriving_at = ${ctx.now()}`));
  const lines = countLines(noted(file, ctx.now, noteArrival));
  const head = headOf(lines.source, headBytes);
  let known = 0;
  try {
    const { parts, bytes } = await writeParts(files, id, head.source, async (count, size) => {
      known = count;
      await ctx.tx(async (tx) => {
        await requireRoomForFiles(tx);
        await updateJob(tx, id, sql`parts = ${count}, bytes = ${size}`);
      });
    });
    if (bytes === 0)
      throw new ApiFailure("VALIDATION_FAILED", "file: Send a file that is not empty.", [
        { path: "file", message: "Send a file that is not empty." },
      ]);
    const kind = kindOfFile(head.bytes());
    requireFit(ctx, kind, bytes);
    return await ctx.tx(async (tx) => {
      // Checks the permissions again, because the upload may have taken a long time.
      const isCatalogue = kind === "JSON_LINES";
      await requireStillHeld(tx, ctx, [
        "MANAGE_PRODUCTS",
        ...(isCatalogue ? (["MANAGE_SETTINGS"] as const) : []),
      ]);
      await updateJob(tx, id, sql`kind = ${kind}, received_at = ${ctx.now()}`);
      const isLarge = bytes > largeBytes || lines.areMany();
      await enqueueFileJob(tx, { id, direction: "IN", isLarge });
      await audit(tx, ctx, {
        action: "CREATE",
        entityType: "import",
        entityId: id,
        after: { kind, fileName, dryRun, bytes, parts },
      });
      return importToWire(await readJob(tx, id, "IN"));
    });
  } catch (error) {
    await removeParts(files, id, known);
    await ctx.tx((tx) =>
      tx.run(sql`delete from shop.file_jobs where store_id = ${tx.storeId} and id = ${id}`),
    );
    throw error;
  }
}

/**
 * A file is large if it exceeds either of these limits. Each process imports only one large file at a time, so that
 * small files don't wait for several large ones.
 */
const largeBytes = 2 * 1024 * 1024;
const largeLines = 20_000;
/** The bytes \n and \r. */
const lineEnds = [0x0a, 0x0d];

const maxCsvBytes = 64 * 1024 * 1024;

/**
 * Throws PERMISSION_NOT_HELD if the caller may not import this kind of file, and PAYLOAD_TOO_LARGE if a CSV file is too
 * large. A catalogue file also creates languages and locations, which requires an additional permission.
 */
function requireFit(ctx: Context, kind: FileKind, bytes: number): void {
  if (kind === "JSON_LINES" && !ctx.seesMore)
    throw new ApiFailure(
      "PERMISSION_NOT_HELD",
      "Importing a whole catalogue requires MANAGE_SETTINGS. Ask for this permission, or send a CSV file.",
    );
  if (kind !== "JSON_LINES" && bytes > maxCsvBytes)
    throw new ApiFailure(
      "PAYLOAD_TOO_LARGE",
      "A CSV file can have at most 64 MB. Split it into smaller files.",
    );
}

const noteEveryMs = 60_000;

/**
 * Passes a file through. Records once a minute that the upload is still active, so that slow uploads don't count as
 * abandoned.
 */
async function* noted(
  file: AsyncIterable<Uint8Array>,
  now: () => Date,
  note: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let notedAt = now().getTime();
  for await (const chunk of file) {
    if (now().getTime() - notedAt >= noteEveryMs) {
      notedAt = now().getTime();
      await note();
    }
    yield chunk;
  }
}

/** Passes a file through and counts its line ends, up to the number that makes a file large. */
function countLines(file: AsyncIterable<Uint8Array>) {
  const counts = lineEnds.map((end) => ({ end, count: 0 }));
  async function* source() {
    for await (const chunk of file) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (const line of counts)
        if (line.count <= largeLines)
          line.count += countUpTo(largeLines - line.count, bytes, line.end);
      yield chunk;
    }
  }
  return { source: source(), areMany: () => counts.some(({ count }) => count > largeLines) };
}

/** Passes a file through and remembers its first bytes. */
function headOf(file: AsyncIterable<Uint8Array>, headBytes: number) {
  const first: Uint8Array[] = [];
  let size = 0;
  async function* source() {
    for await (const chunk of file) {
      if (size < headBytes) first.push(chunk.subarray(0, headBytes - size));
      size += chunk.length;
      yield chunk;
    }
  }
  return { source: source(), bytes: () => Buffer.concat(first) };
}
