import { createHash } from "node:crypto";
import { pictureWidths } from "@vetrina/commerce/constants";
import { ApiFailure } from "../errors.ts";
import { type FilePart, type FileStore, partBytes } from "../files/file-store.ts";
import {
  looksLikePicture,
  maxPictureBytes,
  notAPicture,
  webpWidth,
  widthsOf,
} from "./picture-bounds.ts";
import type { PictureType } from "./picture-process.ts";
import { invalidPicture, type PictureSource, workOnIncoming, workOnShown } from "./picture-work.ts";
import { isDiskFull } from "../unavailable.ts";

/**
 * A stored picture. `${key}/${width}.avif` for each width and `${key}/640.webp` are made from its master on first
 * request.
 */
export type StoredPicture = { key: string; width: number; height: number; widths: number[] };
/** A picture that is checked and re-encoded, but not stored yet. */
export type PreparedPicture = StoredPicture & { master: Uint8Array };

/** The maximum length of a master's longer side, in pixels. */
const maxSide = 2400;

/**
 * Checks a picture and re-encodes it without metadata, upright, first frame only. The key is derived from its content,
 * so the same bytes are stored once. Throws VALIDATION_FAILED for a file that can't be used, and SERVER_BUSY if the
 * queue is full.
 */
export async function preparePicture(
  bytes: Uint8Array,
  source: PictureSource,
): Promise<PreparedPicture> {
  requirePicture(bytes);
  const { key, master, width, height } = await workOnIncoming(source, "prepare", {
    bytes,
    maxSide,
  });
  return { ...sizesOf(key, width, height), master };
}

/** Derives a picture's widths, and its size in the largest of them, from its master's size. */
function sizesOf(key: string, width: number, height: number): StoredPicture {
  const widths = widthsOf(width);
  const largest = widths.at(-1) ?? width;
  return {
    key,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
    widths,
  };
}

/** Stores a picture. Existing files are left unchanged. */
export async function keepPicture(files: FileStore, picture: PreparedPicture): Promise<void> {
  const name = masterOf(picture.key);
  if (!(await files.has(name))) await files.write(name, picture.master, "image/webp");
}

/** Prepares and stores a picture that no row refers to yet. */
export async function storePicture(
  files: FileStore,
  bytes: Uint8Array,
  source: PictureSource,
): Promise<StoredPicture> {
  const prepared = await preparePicture(bytes, source);
  await keepPicture(files, prepared);
  const { key, width, height, widths } = prepared;
  return { key, width, height, widths };
}

/** Every file that a picture may have. */
export function filesOf({ key, widths }: Pick<StoredPicture, "key" | "widths">): string[] {
  const sizes = new Set([...pictureWidths, ...widths]);
  return [masterOf(key), `${key}/${webpWidth}.webp`, ...[...sizes].map((w) => `${key}/${w}.avif`)];
}

/**
 * The best existing file of a picture: its master, or the largest file if it was imported without one. null if there is
 * none.
 */
export async function readLargest(
  files: FileStore,
  picture: Pick<StoredPicture, "key" | "widths">,
): Promise<PictureFile | null> {
  for (const name of largestFirst(picture)) {
    const bytes = await files.read(name);
    if (bytes !== null)
      return { bytes, type: name.endsWith(".avif") ? "image/avif" : "image/webp" };
  }
  return null;
}

function largestFirst({ key, widths }: Pick<StoredPicture, "key" | "widths">): string[] {
  return [
    masterOf(key),
    ...widths.toSorted((a, b) => b - a).map((width) => `${key}/${width}.avif`),
    `${key}/${webpWidth}.webp`,
  ];
}

/**
 * A master that another store made and checkMaster() has accepted. Its key depends only on its content. `isKept`: it
 * was already stored when it was checked.
 */
export type KnownMaster = StoredPicture & { isKept: boolean };

/**
 * Checks a master made by another store. Bytes that are stored already are not decoded again. Throws VALIDATION_FAILED
 * unless the file is a complete WebP picture of a master's size.
 */
export async function checkMaster(
  files: FileStore,
  bytes: Uint8Array,
  source: PictureSource,
): Promise<KnownMaster> {
  requirePicture(bytes);
  const identity = createHash("sha256").update("kept master\0").update(bytes);
  const key = `up/${identity.digest("hex").slice(0, 32)}`;
  const isKept = await files.has(masterOf(key));
  const { width, height, format } = await workOnIncoming(source, "check", {
    bytes,
    decode: !isKept,
  });
  if (format !== "webp" || Math.max(width, height) > maxSide)
    throw invalidPicture(`Use a WebP picture of at most ${maxSide} pixels per side.`);
  return { ...sizesOf(key, width, height), isKept };
}

/** Stores a master unchanged. With `checked`, the result of checkMaster(), it isn't checked again. */
export async function storeMaster(
  files: FileStore,
  bytes: Uint8Array,
  source: PictureSource,
  checked?: KnownMaster,
): Promise<StoredPicture> {
  const { isKept, ...stored } = checked ?? (await checkMaster(files, bytes, source));
  // The stored file may have been deleted since the master was checked.
  if (!isKept || checked !== undefined) await keepPicture(files, { ...stored, master: bytes });
  return stored;
}

/** All bytes of a picture's file. */
export type PictureFile = { bytes: Uint8Array; type: PictureType };
/** A picture's file to send. `bytes` are its first `partBytes`, or all of them if the file could not be stored. */
export type ServedPicture = FilePart & { type: PictureType };
/** Who requests a picture. `signal` aborts when they disconnect. */
export type Viewer = { address: string; signal?: AbortSignal | undefined };
export type ServePicture = (
  key: string,
  name: string,
  viewer: Viewer,
) => Promise<ServedPicture | null>;

/**
 * Serves a picture's file by name (`360.avif`), or returns null for an unknown picture or size. The first request makes
 * and stores the file. Throws SERVER_BUSY if too many requests wait, and for three minutes after making the file
 * failed.
 */
export function pictureServer(
  files: FileStore,
  ownerOf: (key: string, address: string) => Promise<string> = async () => "",
): ServePicture {
  const made: Made = {
    underWay: new Map(),
    writes: new Map(),
    reads: new Map(),
    widths: createMasterWidths(),
    failures: createFailures(),
    ownerOf,
  };
  return (key, name, { address, signal }) => {
    // Requests share this work only if they come from one address. Otherwise, a request for a picture could wait behind
    // all other pictures that another caller requested first.
    const request = `${key}/${name} ${address}`;
    const known = made.underWay.get(request);
    if (known !== undefined) return known.join(signal);
    const begun = sharedWork((everyoneLeft) =>
      serve(files, made, { key, name, address, signal: everyoneLeft }),
    );
    const forget = () => {
      if (made.underWay.get(request) === begun) made.underWay.delete(request);
    };
    made.underWay.set(request, begun);
    begun.onEnd(forget);
    return begun.join(signal);
  };
}

type Shared<Result> = {
  join: (signal: AbortSignal | undefined) => Promise<Result>;
  onEnd: (forget: () => void) => void;
};

/** Work that several callers may wait for. It is aborted once all of them have left. */
function sharedWork<Result>(begin: (everyoneLeft: AbortSignal) => Promise<Result>): Shared<Result> {
  const abort = new AbortController();
  const work = begin(abort.signal);
  let waiting = 0;
  return {
    join(signal) {
      waiting += 1;
      signal?.addEventListener("abort", () => {
        waiting -= 1;
        if (waiting === 0) abort.abort();
      });
      return work;
    },
    onEnd(forget) {
      abort.signal.addEventListener("abort", forget);
      work.then(forget, forget);
    },
  };
}

type Made = {
  underWay: Map<string, Shared<ServedPicture | null>>;
  /** Writes of newly made files that are still running. They never reject. */
  writes: Map<string, Promise<unknown>>;
  /** Reads of stored files that are still running. */
  reads: Map<string, Promise<FilePart | null>>;
  widths: MasterWidths;
  failures: Failures;
  ownerOf: (key: string, address: string) => Promise<string>;
};

async function serve(
  files: FileStore,
  made: Made,
  { key, name, address, signal }: Viewer & { key: string; name: string },
): Promise<ServedPicture | null> {
  const named = /^([1-9]\d{0,3})\.(avif|webp)$/.exec(name);
  if (!/^(?:up|reviews)\/[0-9a-f]{32}$/.test(key) || named === null) return null;
  const type = `image/${named[2] === "avif" ? "avif" : "webp"}` as const;
  const width = Number(named[1]);
  if (!mayBeServed(width, type, made.widths.of(key))) return null;
  const file = `${key}/${name}`;
  const ready = async () => {
    await made.writes.get(file);
    return readOnce(files, made, file);
  };
  const kept = await ready();
  if (kept !== null) return { ...kept, type };
  if (!(await files.has(masterOf(key)))) return null;
  made.failures.requireNone(file);
  const viewing = { owner: await made.ownerOf(key, address), address, signal };
  const shown = await workOnShown<(FilePart & { stored?: Promise<boolean> }) | null>(
    viewing,
    async (run) => {
      // While this request waited, one from another address may have made the file or failed to make it.
      const known = await ready();
      if (known !== null) return known;
      made.failures.requireNone(file);
      const master = await files.read(masterOf(key));
      if (master === null) return null;
      const answer = await run("size", { master, width, type }).catch((error: unknown) => {
        made.failures.note(file);
        throw error;
      });
      made.widths.note(key, answer.own);
      if (answer.bytes === null) return null;
      const { bytes } = answer;
      const stored = keepSize(files, made, file, { bytes, type });
      return { bytes, size: bytes.byteLength, stored };
    },
  );
  if (shown === null) return null;
  const { bytes, size, stored } = shown;
  return { bytes: (await stored) ? bytes.slice(0, partBytes) : bytes, size, type };
}

/** Reads the beginning of a stored file. Requests from different addresses share it. */
function readOnce(files: FileStore, { reads }: Made, file: string): Promise<FilePart | null> {
  const known = reads.get(file);
  if (known !== undefined) return known;
  const read = files.readPart(file, 0, partBytes).finally(() => reads.delete(file));
  reads.set(file, read);
  return read;
}

type Failures = ReturnType<typeof createFailures>;
const failureMs = 3 * 60_000;

/** Remembers failures, so that not every request tries again. */
function createFailures() {
  const failedAt = new Map<string, number>();
  return {
    note(file: string) {
      if (failedAt.size >= maxKeptWidths) failedAt.clear();
      failedAt.set(file, performance.now());
    },
    requireNone(file: string) {
      const leftMs = (failedAt.get(file) ?? -failureMs) + failureMs - performance.now();
      if (leftMs <= 0) return;
      throw new ApiFailure("SERVER_BUSY", "This picture cannot be shown now. Try again later.", {
        retryAfterSeconds: Math.ceil(leftMs / 1000),
      });
    },
  };
}

/**
 * Stores a newly made file. Returns false if the disk is full. The picture is served anyway, and the next request makes
 * the file again.
 */
function keepSize(
  files: FileStore,
  { writes }: Made,
  file: string,
  { bytes, type }: PictureFile,
): Promise<boolean> {
  const write = files.write(file, bytes, type).then(
    () => true,
    (error: unknown) => {
      if (isDiskFull(error)) return false;
      throw error;
    },
  );
  const ended = write.catch(() => {}).finally(() => writes.delete(file));
  writes.set(file, ended);
  return write;
}

/**
 * Whether a picture may have a file of this width. `own`: the master's width, undefined until the master has been read
 * once. A master narrower than the smallest width is served at its own width.
 */
function mayBeServed(width: number, type: PictureType, own: number | undefined): boolean {
  if (type === "image/webp") return width === webpWidth;
  if (own !== undefined) return widthsOf(own).includes(width);
  return pictureWidths.some((one) => one === width) || width < Math.min(...pictureWidths);
}

type MasterWidths = ReturnType<typeof createMasterWidths>;
const maxKeptWidths = 10_000;

/** Caches the widths of masters, because otherwise a request for any made-up width would read the master. */
function createMasterWidths() {
  const widths = new Map<string, number>();
  return {
    of: (key: string) => widths.get(key),
    note(key: string, width: number) {
      if (widths.size >= maxKeptWidths) widths.clear();
      widths.set(key, width);
    },
  };
}

function masterOf(key: string): string {
  return `${key}/master.webp`;
}

function requirePicture(bytes: Uint8Array): void {
  if (bytes.byteLength > maxPictureBytes)
    throw invalidPicture(`Use a picture of at most ${maxPictureBytes / 1024 / 1024} MB.`);
  if (!looksLikePicture(bytes)) throw invalidPicture(notAPicture);
}
