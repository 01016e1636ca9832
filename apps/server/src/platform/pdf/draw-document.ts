import { createHash } from "node:crypto";
import { ApiFailure } from "../errors.ts";
import { createFairQueue, type Place, QueueFullError } from "../fair-queue.ts";
import { networksAround } from "../http/callers/caller-address.ts";
import { countDrawing } from "../metrics.ts";
import { createWorkThread, ThreadTimeoutError } from "../work-thread.ts";
import type { Drawing } from "./drawing-thread.ts";

/** The PDF's bytes, and the version of its content: the same content has the same version. */
export type DrawnDocument = { bytes: Uint8Array; version: string };
type Asked = {
  store: { id: string; owner: string };
  caller: { address: string };
  /** False if one address represents many callers. */
  limitsCallers: boolean;
};
export type DrawingRequest = Omit<Drawing, "module"> & {
  module: URL;
  /** The owner and store of the document, and the caller. */
  asked: Asked;
  /**
   * True for documents that may take seconds. The long documents of all owners together get only as many turns as one
   * owner.
   */
  isLong?: boolean;
};

const limits = { maxWaiting: 64, maxWaitingOfGroup: 16 };

const thread = createWorkThread<Drawing, Uint8Array>({
  file: new URL("./drawing-thread.ts", import.meta.url),
  // Long, because even a valid document may be drawn slowly on a busy machine.
  limitMs: 120_000,
  maxCpuMs: 15_000,
  maxMemoryMb: 256,
  ...limits,
});
/** Passes one long document at a time to the thread's queue, so that short ones wait for at most one of them. */
const longDocuments = createFairQueue({
  waiting: limits.maxWaiting,
  waitingOfGroup: limits.maxWaitingOfGroup,
});

/** The most recently requested documents, oldest first. */
const cached = new Map<string, Uint8Array>();
let cachedBytes = 0;
const maxCachedBytes = 32 * 2 ** 20;
/** Documents that are being drawn or have failed. Further requests for them share the result. */
const drawing = new Map<string, Promise<Uint8Array>>();
const failureKeepMs = 60_000;

/**
 * Draws a document in a thread, or returns the cached one with the same content. `madeAt` is the PDF's creation date; a
 * cached document keeps its own. Throws SERVER_BUSY if too many requests wait, or if this document takes too long.
 */
export async function drawDocument(request: DrawingRequest): Promise<DrawnDocument> {
  const version = versionOf(request);
  const known = cached.get(version);
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
      throw busy("Too many documents are being generated. Try again in a few seconds.", 5);
    if (error instanceof ThreadTimeoutError)
      throw busy("Generating this document takes too long. Shorten its content.", 60);
    throw error;
  }
}

/**
 * Queues documents by owner first, because one owner may have many stores, then by store and caller. Limits how many
 * wait for one address and its networks, so that none of them can fill the queue.
 */
function placeOf({ store, caller, limitsCallers }: Asked): Place {
  const shop = [store.owner, store.id];
  if (!limitsCallers) return { turns: [...shop, ""], groups: [] };
  const networks = networksAround(caller.address);
  return { turns: [...shop, ...networks], groups: [networks] };
}

function versionOf({ module, name, content }: DrawingRequest): string {
  const text = JSON.stringify([module.href, name, content]);
  return createHash("sha256").update(text).digest("base64url");
}

function inTurn({ isLong = false, asked, ...request }: DrawingRequest): Promise<Uint8Array> {
  const place = placeOf(asked);
  const job = { ...request, module: request.module.href };
  if (!isLong) return thread.run(job, place);
  return longDocuments.run(() => thread.run(job, { turns: ["long documents"] }), place);
}

async function draw(version: string, request: DrawingRequest): Promise<Uint8Array> {
  try {
    const bytes = await inTurn(request);
    countDrawing("drawn");
    keep(version, bytes);
    drawing.delete(version);
    return bytes;
  } catch (error) {
    const isBusy = error instanceof QueueFullError;
    countDrawing(isBusy ? "refused" : "failed");
    // A failure is kept for a while. Otherwise, each request for such a document would occupy the thread up to its
    // limit.
    if (isBusy) drawing.delete(version);
    else setTimeout(() => drawing.delete(version), failureKeepMs).unref();
    throw error;
  }
}

function keep(version: string, bytes: Uint8Array): void {
  if (!cached.delete(version)) cachedBytes += bytes.byteLength;
  cached.set(version, bytes);
  for (const [oldest, { byteLength }] of cached) {
    if (cachedBytes <= maxCachedBytes) break;
    cached.delete(oldest);
    cachedBytes -= byteLength;
  }
}

function busy(message: string, retryAfterSeconds: number): ApiFailure {
  return new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds });
}
