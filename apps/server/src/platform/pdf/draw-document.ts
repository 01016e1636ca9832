import { createHash } from "node:crypto";
import { ApiFailure } from "../errors.ts";
import { QueueFullError } from "../fair-queue.ts";
import { countDrawing } from "../metrics.ts";
import { createWorkThread, ThreadTimeoutError } from "../work-thread.ts";
import type { Drawing } from "./drawing-thread.ts";

/** Its bytes, and the version of what it shows: the same content is the same version. */
export type DrawnDocument = { bytes: Uint8Array; version: string };
export type DrawingRequest = Omit<Drawing, "module"> & {
  module: URL;
  /** Whose documents wait for each other before those of others do. */
  storeId: string;
};

const thread = createWorkThread<Drawing, Uint8Array>({
  file: new URL("./drawing-thread.ts", import.meta.url),
  limitMs: 20_000,
  maxMemoryMb: 256,
  maxWaiting: 32,
  maxWaitingOfGroup: 16,
});

/** The documents of the last requests, least lately asked for first. */
const kept = new Map<string, Uint8Array>();
let keptBytes = 0;
const maxKeptBytes = 32 * 2 ** 20;
/** The next request of a document that is being drawn, or that could not be, gets the same end. */
const drawing = new Map<string, Promise<Uint8Array>>();
const failureKeepMs = 60_000;

/**
 * Draws a document in a thread, or hands out the one kept for the same content. `madeAt` is that of the first drawing.
 * Throws SERVER_BUSY where too many wait, or where this one takes longer than a document may.
 */
export async function drawDocument(request: DrawingRequest): Promise<DrawnDocument> {
  const version = versionOf(request);
  const known = kept.get(version);
  if (known !== undefined) {
    keep(version, known);
    return { bytes: known, version };
  }
  const started = drawing.get(version) ?? draw(version, request);
  drawing.set(version, started);
  try {
    return { bytes: await started, version };
  } catch (error) {
    if (error instanceof QueueFullError)
      throw busy("Many documents are being drawn. Try again in a few seconds.", 5);
    if (error instanceof ThreadTimeoutError)
      throw busy("Drawing this document takes too long. Shorten what it shows.", 60);
    throw error;
  }
}

function versionOf({ module, name, content }: DrawingRequest): string {
  const text = JSON.stringify([module.href, name, content]);
  return createHash("sha256").update(text).digest("base64url");
}

async function draw(version: string, request: DrawingRequest): Promise<Uint8Array> {
  const { module, name, content, madeAt, storeId } = request;
  try {
    const bytes = await thread.run({ module: module.href, name, content, madeAt }, storeId);
    countDrawing("drawn");
    keep(version, bytes);
    drawing.delete(version);
    return bytes;
  } catch (error) {
    const isBusy = error instanceof QueueFullError;
    countDrawing(isBusy ? "refused" : "failed");
    // What cannot be drawn would cost the thread its whole limit at each request.
    if (isBusy) drawing.delete(version);
    else setTimeout(() => drawing.delete(version), failureKeepMs).unref();
    throw error;
  }
}

function keep(version: string, bytes: Uint8Array): void {
  if (!kept.delete(version)) keptBytes += bytes.byteLength;
  kept.set(version, bytes);
  for (const [oldest, { byteLength }] of kept) {
    if (keptBytes <= maxKeptBytes) break;
    kept.delete(oldest);
    keptBytes -= byteLength;
  }
}

function busy(message: string, retryAfterSeconds: number): ApiFailure {
  return new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds });
}
