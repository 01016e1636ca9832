import { errorCode } from "../error-code.ts";
import { createHash } from "node:crypto";
import { setPriority } from "node:os";
import { pictureWidths } from "@vetrina/commerce/constants";
import sharp from "sharp";
import { endWithServer, serveJobs } from "../work-thread.ts";
import type { LetterIcon } from "./letter-icon.ts";
import {
  decodedBytes,
  notAPicture,
  type PictureLimits,
  webpWidth,
  widthsOf,
} from "./picture-bounds.ts";
import { hasTooManyParts } from "./picture-parts.ts";

export type PictureType = "image/avif" | "image/webp";

/** The input and the result of each kind of job. */
export type PictureJobs = {
  /** Makes the master of an uploaded picture, and its key. */
  prepare: {
    job: { bytes: Uint8Array; limits: PictureLimits; maxSide: number };
    result: { key: string; master: Uint8Array; width: number; height: number };
  };
  /** Checks another store's master, and decodes it on request. */
  check: {
    job: { bytes: Uint8Array; limits: PictureLimits; decode: boolean };
    result: { width: number; height: number; format: string };
  };
  /** Makes one size of a master; `bytes` is null if the master has no such width. */
  size: {
    job: { master: Uint8Array; width: number; type: PictureType };
    result: { own: number; bytes: Uint8Array | null };
  };
  /** Draws a store's icon as PNGs of these side lengths. */
  icons: { job: { icon: LetterIcon; sides: readonly number[] }; result: Uint8Array[] };
};
export type PictureJob = {
  [Kind in keyof PictureJobs]: { kind: Kind } & PictureJobs[Kind]["job"];
}[keyof PictureJobs];
/** `refused` is the error message for the uploader. */
export type PictureAnswer =
  | { result: PictureJobs[keyof PictureJobs]["result"] }
  | { refused: string };

/** The decoder's limit for a stored master, in case the file isn't one: masters have at most 2400 x 2400 pixels. */
const maxMasterPixels = 50_000_000;
const formats = new Set(["jpeg", "png", "webp", "avif", "heif", "gif"]);

class Refusal extends Error {}

// One thread per job leaves the other cores to the server. No cache, because no job repeats.
sharp.concurrency(1);
sharp.cache(false);
setPriority(10);
endWithServer();
// Ctrl+C in a terminal also signals this process, but the server may still need it while shutting down.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

serveJobs(async (job: PictureJob): Promise<PictureAnswer> => {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
});

function work(job: PictureJob): Promise<PictureJobs[keyof PictureJobs]["result"]> {
  switch (job.kind) {
    case "prepare":
      return prepare(job);
    case "check":
      return check(job);
    case "size":
      return makeSize(job);
    case "icons":
      return drawIcons(job);
  }
}

async function prepare({
  bytes,
  limits,
  maxSide,
}: PictureJobs["prepare"]["job"]): Promise<PictureJobs["prepare"]["result"]> {
  await inspect(bytes, limits);
  const identity = createHash("sha256").update(`${pictureWidths.join()}\0master\0`).update(bytes);
  const { data, info } = await sharp(bytes, {
    limitInputPixels: limits.pixels,
    failOn: "error",
  })
    .autoOrient()
    .toColorspace("srgb")
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 94 })
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  const key = `up/${identity.digest("hex").slice(0, 32)}`;
  return { key, master: data, width: info.width, height: info.height };
}

/** Checks a picture. With `decode`, also decodes it: libvips decodes a whole WebP picture even to read one pixel. */
async function check({
  bytes,
  limits,
  decode,
}: PictureJobs["check"]["job"]): Promise<PictureJobs["check"]["result"]> {
  const about = await inspect(bytes, limits);
  if (decode)
    await sharp(bytes, { limitInputPixels: limits.pixels, failOn: "error" })
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
      .catch(damaged);
  return about;
}

async function makeSize({
  master,
  width,
  type,
}: PictureJobs["size"]["job"]): Promise<PictureJobs["size"]["result"]> {
  const picture = sharp(master, { limitInputPixels: maxMasterPixels });
  const { width: own, height } = await picture.metadata();
  const isAvif = type === "image/avif";
  if (isAvif ? !widthsOf(own).includes(width) : width !== webpWidth) return { own, bytes: null };
  const resized = picture.resize(Math.min(width, own));
  const effort = effortFor((width * width * height) / own);
  const encoded = isAvif ? resized.avif({ quality: 50, effort }) : resized.webp({ quality: 78 });
  return { own, bytes: await encoded.toBuffer() };
}

/**
 * Limits the encoding of one size to about 1.5 s of CPU time, whatever the picture shows. At the default effort of 4,
 * noise of 2400 x 2400 takes a minute, and the file is no smaller.
 */
function effortFor(pixels: number): number {
  if (pixels <= 1_000_000) return 2;
  return pixels <= 3_000_000 ? 1 : 0;
}

async function drawIcons({ icon, sides }: PictureJobs["icons"]["job"]): Promise<Uint8Array[]> {
  // Loaded only for icons, because the library for fonts takes 20 MB.
  const { letterIcon } = await import("./letter-icon.ts");
  const svg = Buffer.from(letterIcon(icon));
  return Promise.all(
    sides.map((side) =>
      sharp(svg, { density: 72 * 3 })
        .resize(side, side)
        .png()
        .toBuffer(),
    ),
  );
}

/**
 * Reads only the header and the positions of the parts, so that a picture that is too large is rejected before its
 * pixels are decoded.
 */
async function inspect(
  bytes: Uint8Array,
  limits: PictureLimits,
): Promise<PictureJobs["check"]["result"]> {
  if (hasTooManyParts(bytes))
    throw new Refusal(
      "This picture has too many parts. Save it without animation, as a baseline JPEG or a PNG, and upload it again.",
    );
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (about === null || !formats.has(about.format)) throw new Refusal(notAPicture);
  const { width, height } = about.autoOrient;
  if (!width || !height) throw new Refusal(notAPicture);
  if (width * height > limits.pixels)
    throw new Refusal(`Use a picture of at most ${limits.pixels / 1_000_000} megapixels.`);
  if (decodedBytes(about) > limits.bytes)
    throw new Refusal("Use a smaller picture: this one takes too much memory to read.");
  return { width, height, format: about.format };
}

function damaged(error: unknown): never {
  throw errorCode(error) !== undefined
    ? error
    : new Refusal("This picture is damaged. Use another one.");
}
