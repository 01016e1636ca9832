import { createHash } from "node:crypto";
import { pictureWidths } from "@vetrina/commerce/constants";
import { ApiFailure } from "../errors.ts";
import type { FileStore } from "../files/file-store.ts";
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

/** A kept picture: `${key}/${width}.avif` for each width and `${key}/640.webp` are made of its master when first asked for. */
export type StoredPicture = { key: string; width: number; height: number; widths: number[] };
/** One that is checked and re-encoded, and not kept yet. */
export type PreparedPicture = StoredPicture & { master: Uint8Array };

/** Pixels of the longer side that are kept. */
const maxSide = 2400;

/**
 * Checks and re-encodes (without metadata, upright, first frame) a picture. Its key comes from its content: the same bytes
 * are kept once. Throws VALIDATION_FAILED for what is no such picture or too large, SERVER_BUSY where many wait.
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

/** What is served of a master of so many pixels. */
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

/** Keeps a picture; what is there already stays as it is. */
export async function keepPicture(files: FileStore, picture: PreparedPicture): Promise<void> {
  const name = masterOf(picture.key);
  if (!(await files.has(name))) await files.write(name, picture.master, "image/webp");
}

/** Both at once, for pictures that no row names yet. */
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

/** Every file there may be of a picture. */
export function filesOf({ key, widths }: Pick<StoredPicture, "key" | "widths">): string[] {
  const sizes = new Set([...pictureWidths, ...widths]);
  return [masterOf(key), `${key}/${webpWidth}.webp`, ...[...sizes].map((w) => `${key}/${w}.avif`)];
}

/** The best file there is of a picture: its master, else, of one that came with files alone, the largest. null: none is there. */
export async function readLargest(
  files: FileStore,
  picture: Pick<StoredPicture, "key" | "widths">,
): Promise<ServedPicture | null> {
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

/** A master that another store has made, found to be a whole WebP picture; its key is decided by its content alone. */
export type KnownMaster = StoredPicture & { isKept: boolean };

/**
 * Looks at a master that another store has made; bytes that are kept already are not decoded again. Throws
 * VALIDATION_FAILED for what is no whole WebP picture of a master's size.
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
    throw invalidPicture(`Use a WebP picture of at most ${maxSide} pixels a side.`);
  return { ...sizesOf(key, width, height), isKept };
}

/** Keeps it byte for byte; one that checkMaster() has found good needs no second look. */
export async function storeMaster(
  files: FileStore,
  bytes: Uint8Array,
  source: PictureSource,
  checked?: KnownMaster,
): Promise<StoredPicture> {
  const { isKept, ...stored } = checked ?? (await checkMaster(files, bytes, source));
  // It may have been cleared away since it was looked at.
  if (!isKept || checked !== undefined) await keepPicture(files, { ...stored, master: bytes });
  return stored;
}

export type ServedPicture = { bytes: Uint8Array; type: PictureType };
/** Who asks for a picture; `signal`: they have left. */
export type Viewer = { address: string; signal?: AbortSignal | undefined };
/** Serves a picture's file. */
export type ServePicture = (
  key: string,
  name: string,
  viewer: Viewer,
) => Promise<ServedPicture | null>;

/**
 * A picture's file by its name (`360.avif`), made of the master and kept when it is first asked for, once however many ask.
 * null: there is no such picture or size. Throws SERVER_BUSY where too many wait to be made, and for some minutes where this
 * one could not be made. `ownerOf`: whose picture it is.
 */
export function pictureServer(
  files: FileStore,
  ownerOf: (key: string) => Promise<string> = async () => "",
): ServePicture {
  const made: Made = {
    underWay: new Map(),
    unwritten: new Map(),
    widths: createMasterWidths(),
    failures: createFailures(),
    ownerOf,
  };
  return (key, name, { address, signal }) => {
    // By address: nobody waits behind the many pictures of another one who asked for this one, too.
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

/** Work that several wait for, called off once each of them has left. */
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
  /** Files that are made and on their way to the disk. */
  unwritten: Map<string, Uint8Array>;
  widths: MasterWidths;
  failures: Failures;
  ownerOf: (key: string) => Promise<string>;
};

async function serve(
  files: FileStore,
  made: Made,
  { key, name, address, signal }: Viewer & { key: string; name: string },
): Promise<ServedPicture | null> {
  const size = /^([1-9]\d{0,3})\.(avif|webp)$/.exec(name);
  if (!/^(?:up|reviews)\/[0-9a-f]{32}$/.test(key) || size === null) return null;
  const type = `image/${size[2] === "avif" ? "avif" : "webp"}` as const;
  const width = Number(size[1]);
  if (!mayBeServed(width, type, made.widths.of(key))) return null;
  const file = `${key}/${name}`;
  const ready = async () => made.unwritten.get(file) ?? (await files.read(file));
  const kept = await ready();
  if (kept !== null) return { bytes: kept, type };
  if (!(await files.has(masterOf(key)))) return null;
  made.failures.requireNone(file);
  let isNew = false;
  const viewing = { owner: await made.ownerOf(key), address, signal };
  const bytes = await workOnShown(viewing, async (run) => {
    // Another address may have had it made meanwhile, or have found that it cannot be.
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
    isNew = answer.bytes !== null;
    if (answer.bytes !== null) made.unwritten.set(file, answer.bytes);
    return answer.bytes;
  });
  if (bytes === null) return null;
  if (isNew) await keepSize(files, made, file, { bytes, type });
  return { bytes, type };
}

type Failures = ReturnType<typeof createFailures>;
const failureMs = 3 * 60_000;

/** What could not be made is not begun again by each request for it. */
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

/** A full disk keeps nobody from seeing a picture: the next request makes it again. */
async function keepSize(
  files: FileStore,
  { unwritten }: Made,
  file: string,
  { bytes, type }: ServedPicture,
): Promise<void> {
  try {
    await files.write(file, bytes, type);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  } finally {
    unwritten.delete(file);
  }
}

/** A master that is narrower than the least width is served in its own, which nobody knows before it was read once. */
function mayBeServed(width: number, type: PictureType, own: number | undefined): boolean {
  if (type === "image/webp") return width === webpWidth;
  if (own !== undefined) return widthsOf(own).includes(width);
  return pictureWidths.some((one) => one === width) || width < Math.min(...pictureWidths);
}

type MasterWidths = ReturnType<typeof createMasterWidths>;
const maxKeptWidths = 10_000;

/** Remembered, because a master would be read and opened for each width that somebody makes up. */
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
