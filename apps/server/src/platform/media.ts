import { createHash } from "node:crypto";
import { pictureWidths } from "@vetrina/commerce/constants";
import type { Sharp } from "sharp";
import { ApiFailure } from "./errors.ts";
import type { FileStore } from "./files/file-store.ts";
import { isDiskFull } from "./unavailable.ts";

/** A kept picture: `${key}/${width}.avif` for each width and `${key}/640.webp` are made of its master when first asked for. */
export type StoredPicture = { key: string; width: number; height: number; widths: number[] };
/** One that is checked and re-encoded, and not kept yet. */
export type PreparedPicture = StoredPicture & { master: Uint8Array };

/** Most bytes and pixels (width x height) a picture may come with. */
export const mostPictureBytes = 20 * 1024 * 1024;
export const mostPicturePixels = 50_000_000;

/** Comes with the first picture: a server that is sent none does without its memory. */
const loadSharp = async () => (await import("sharp")).default;

const formats = new Set(["jpeg", "png", "webp", "avif", "heif", "gif"]);
const webpWidth = 640;
/** Pixels of the longer side that are kept. */
const mostSide = 2400;

/**
 * Checks and re-encodes (without metadata, upright, first frame) a picture. Its key comes from its content: the same bytes
 * are kept once. Throws VALIDATION_FAILED for what is no such picture or too large.
 */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture> {
  await inspect(bytes);
  const identity = createHash("sha256").update(`${pictureWidths.join()}\0master\0`).update(bytes);
  const key = `up/${identity.digest("hex").slice(0, 32)}`;
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: "error" });
  const { data: master, info } = await picture
    .autoOrient()
    .toColorspace("srgb")
    .resize({ width: mostSide, height: mostSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 94 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw refusal(error);
    });
  return { ...sizesOf(key, info.width, info.height), master };
}

/** What is served of a master of so many pixels. */
function sizesOf(key: string, width: number, height: number): StoredPicture {
  const widths = pictureWidths.filter((w) => w <= width);
  if (widths.length === 0) widths.push(width);
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
export async function storePicture(files: FileStore, bytes: Uint8Array): Promise<StoredPicture> {
  const prepared = await preparePicture(bytes);
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
export async function checkMaster(files: FileStore, bytes: Uint8Array): Promise<KnownMaster> {
  const { width, height, format } = await inspect(bytes);
  if (format !== "webp" || Math.max(width, height) > mostSide)
    throw invalid(`Use a WebP picture of at most ${mostSide} pixels a side.`);
  const identity = createHash("sha256").update("kept master\0").update(bytes);
  const key = `up/${identity.digest("hex").slice(0, 32)}`;
  const isKept = await files.has(masterOf(key));
  if (!isKept) await decode(bytes);
  return { ...sizesOf(key, width, height), isKept };
}

/** Keeps it byte for byte; one that checkMaster() has found good needs no second look. */
export async function storeMaster(
  files: FileStore,
  bytes: Uint8Array,
  checked?: KnownMaster,
): Promise<StoredPicture> {
  const { isKept, ...stored } = checked ?? (await checkMaster(files, bytes));
  // It may have been cleared away since it was looked at.
  if (!isKept || checked !== undefined) await keepPicture(files, { ...stored, master: bytes });
  return stored;
}

/**
 * Throws for what is damaged; what is served is made of the pixels, never of these bytes. One pixel is enough: a WebP picture
 * is decoded whole before any is read.
 */
async function decode(bytes: Uint8Array): Promise<void> {
  const options = { limitInputPixels: mostPicturePixels, failOn: "error" } as const;
  const picture = (await loadSharp())(bytes, options);
  const pixel = picture.extract({ left: 0, top: 0, width: 1, height: 1 });
  await pixel
    .raw()
    .toBuffer()
    .catch((error: unknown) => {
      throw refusal(error);
    });
}

export type ServedPicture = { bytes: Uint8Array; type: "image/avif" | "image/webp" };

/**
 * A picture's file by its name (`360.avif`), made of the master and kept when it is first asked for, once however many ask.
 * null: there is no such picture or size.
 */
export function pictureServer(
  files: FileStore,
): (key: string, name: string) => Promise<ServedPicture | null> {
  const underWay = new Map<string, Promise<ServedPicture | null>>();
  return (key, name) => {
    const file = `${key}/${name}`;
    const known = underWay.get(file);
    if (known !== undefined) return known;
    const work = serve(files, key, name).finally(() => underWay.delete(file));
    underWay.set(file, work);
    return work;
  };
}

async function serve(files: FileStore, key: string, name: string): Promise<ServedPicture | null> {
  const size = /^([1-9]\d{0,3})\.(avif|webp)$/.exec(name);
  if (!/^(?:up|reviews)\/[0-9a-f]{32}$/.test(key) || size === null) return null;
  const type = `image/${size[2] === "avif" ? "avif" : "webp"}` as const;
  const kept = await files.read(`${key}/${name}`);
  if (kept !== null) return { bytes: kept, type };
  const master = await files.read(masterOf(key));
  if (master === null) return null;
  const width = Number(size[1]);
  const sharp = await loadSharp();
  const picture = sharp(master, { limitInputPixels: mostPicturePixels });
  const own = (await picture.metadata()).width;
  if (type === "image/avif" ? !widthsOf(own).includes(width) : width !== webpWidth) return null;
  const bytes = await encode(picture.resize(Math.min(width, own)), type).toBuffer();
  // A full disk keeps nobody from seeing a picture: the next request makes it again.
  await files.write(`${key}/${name}`, bytes, type).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
  return { bytes, type };
}

function widthsOf(own: number): number[] {
  const widths = pictureWidths.filter((w) => w <= own);
  return widths.length > 0 ? widths : [own];
}

function encode(picture: Sharp, type: ServedPicture["type"]): Sharp {
  return type === "image/avif" ? picture.avif({ quality: 50 }) : picture.webp({ quality: 78 });
}

function masterOf(key: string): string {
  return `${key}/master.webp`;
}

/** Reads the header alone: a picture that is too large is refused before a pixel is decoded. */
async function inspect(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; format: string }> {
  if (bytes.byteLength > mostPictureBytes)
    throw invalid(`Use a picture of at most ${mostPictureBytes / 1024 / 1024} MB.`);
  if (!looksLikePicture(bytes)) throw invalid(notAPicture);
  const sharp = await loadSharp();
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (about === null || !formats.has(about.format)) throw invalid(notAPicture);
  const { width, height } = about.autoOrient;
  if (!width || !height) throw invalid(notAPicture);
  if (width * height > mostPicturePixels)
    throw invalid(`Use a picture of at most ${mostPicturePixels / 1_000_000} megapixels.`);
  return { width, height, format: about.format };
}

const notAPicture = "Use a picture: JPEG, PNG, WebP, AVIF or GIF.";

// By content, before any decoder sees it: other formats (SVG, PDF, TIFF) never reach one.
function looksLikePicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32));
  const text = head.toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF87a") ||
    text.startsWith("GIF89a") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    (text.slice(4, 8) === "ftyp" && /avif|avis|mif1/.test(text.slice(8)))
  );
}

function refusal(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? error : invalid("This picture is damaged.");
}

function invalid(message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", message, [{ path: "file", message }]);
}
