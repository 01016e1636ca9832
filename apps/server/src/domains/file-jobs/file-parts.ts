import { setImmediate as nextTick } from "node:timers/promises";
import type { Context } from "../../platform/context.ts";
import { type FileStore, partBytes as sentBytes } from "../../platform/files/file-store.ts";
import type { InTurn } from "../../platform/http/answers/send-parts.ts";
import { fileBytesPerMs } from "../../platform/http/callers/address-time.ts";
import type { JobRow } from "./job-rows.ts";

/** An upload is stored in parts of at most this size, so that a large file is never completely in memory. */
const partBytes = 4 * 1024 * 1024;
const sliceBytes = 16 * 1024;

/** Returns the key of a part. These files are never served as media, because their keys are under private/. */
function partKey(jobId: string, part: number): string {
  return `private/jobs/${jobId}/${part}`;
}

/** Stores a file while it arrives. Calls `stored` before each part is written, so that every part can be cleaned up. */
export async function writeParts(
  files: FileStore,
  jobId: string,
  source: AsyncIterable<Uint8Array>,
  stored: (parts: number, bytes: number) => Promise<void>,
): Promise<{ parts: number; bytes: number }> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let parts = 0;
  let bytes = 0;
  const flush = async () => {
    if (size === 0) return;
    bytes += size;
    await stored(parts + 1, bytes);
    await writePart(files, jobId, parts, Buffer.concat(waiting));
    parts += 1;
    waiting = [];
    size = 0;
  };
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + partBytes - size);
      waiting.push(piece);
      size += piece.length;
      from += piece.length;
      if (size === partBytes) await flush();
    }
  }
  await flush();
  return { parts, bytes };
}

export function writePart(
  files: FileStore,
  jobId: string,
  part: number,
  bytes: Uint8Array,
): Promise<void> {
  return files.write(partKey(jobId, part), bytes, "application/octet-stream");
}

/** Reads a file part by part from the beginning. Throws if a part is missing. */
export async function* readParts(
  files: FileStore,
  jobId: string,
  parts: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await files.read(partKey(jobId, part));
    if (bytes === null) throw missing(jobId, part);
    // Yields small slices, because processing each one may take a while, and this process must also respond to
    // requests.
    for (let from = 0; from < bytes.length; from += sliceBytes) {
      yield bytes.subarray(from, from + sliceBytes);
      await nextTick();
    }
  }
}

/**
 * Reads a file for a client, who may be slow: opens one part at a time and holds only 64 KB in memory. Each read waits
 * for the caller's turn and counts against the caller's time. Throws if a part is missing.
 */
export async function* readInSlices(
  { services: { files }, spendTime }: Pick<Context, "services" | "spendTime">,
  { id, parts }: Pick<JobRow, "id" | "parts">,
  inTurn: InTurn,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const file = await inTurn(() => files.open(partKey(id, part)));
    if (file === null) throw missing(id, part);
    try {
      for (let at = 0, size = Infinity; at < size;) {
        const piece = await inTurn(() => file.readPart(at, at + sentBytes));
        if (piece === null || piece.bytes.byteLength === 0) throw missing(id, part);
        spendTime(piece.bytes.byteLength / fileBytesPerMs);
        yield piece.bytes;
        at += piece.bytes.byteLength;
        size = piece.size;
      }
    } finally {
      await file.close();
    }
  }
}

function missing(jobId: string, part: number): Error {
  return new Error(`part ${part} of file job ${jobId} is missing`);
}

export function removeParts(files: FileStore, jobId: string, parts: number): Promise<void> {
  return files.remove(Array.from({ length: parts }, (_, part) => partKey(jobId, part)));
}
