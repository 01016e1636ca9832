import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { ApiFailure } from "./errors.ts";

/** What storePicture has made: files `${key}/${width}.avif` for each width and `${key}/640.webp`. */
export type StoredPicture = { key: string; width: number; height: number; widths: number[] };

/** Most bytes and pixels (width x height) a picture may come with. */
export const mostPictureBytes = 20 * 1024 * 1024;
export const mostPicturePixels = 50_000_000;

const formats = new Set(["jpeg", "png", "webp", "avif", "heif", "gif"]);
/** 360: a card, two across, of a phone of 390 px at two dots a pixel. */
const avifWidths = [360, 640, 960];
const webpWidth = 640;

/**
 * Checks, re-encodes (without metadata, upright, first frame) and keeps a picture below `mediaDir`. Its key comes from
 * its content and the widths: the same bytes are kept once. Throws VALIDATION_FAILED for what is no such picture or too large.
 */
export async function storePicture(mediaDir: string, bytes: Uint8Array): Promise<StoredPicture> {
  const { width, height } = await inspect(bytes);
  const identity = createHash("sha256").update(`${avifWidths.join()}\0`).update(bytes);
  const key = `up/${identity.digest("hex").slice(0, 32)}`;
  const widths = avifWidths.filter((w) => w <= width);
  if (widths.length === 0) widths.push(width);
  const largest = widths.at(-1) ?? width;
  const stored = { key, width: largest, height: Math.round((height * largest) / width), widths };
  const folder = path.join(mediaDir, key);
  if (await exists(folder)) return stored;

  await mkdir(path.dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: "error" });
    const upright = picture.autoOrient().toColorspace("srgb");
    for (const w of widths)
      await keep(path.join(staging, `${w}.avif`), upright.clone().resize(w).avif({ quality: 50 }));
    const webp = upright.clone().resize(Math.min(webpWidth, width)).webp({ quality: 78 });
    await keep(path.join(staging, `${webpWidth}.webp`), webp);
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another upload of the same bytes was first.
    if (!(await exists(folder))) throw refusal(error);
  }
  return stored;
}

/** Reads the header alone: a picture that is too large is refused before a pixel is decoded. */
async function inspect(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (bytes.byteLength > mostPictureBytes)
    throw invalid(`Use a picture of at most ${mostPictureBytes / 1024 / 1024} MB.`);
  if (!looksLikePicture(bytes)) throw invalid(notAPicture);
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (about === null || !formats.has(about.format)) throw invalid(notAPicture);
  const { width, height } = about.autoOrient;
  if (!width || !height) throw invalid(notAPicture);
  if (width * height > mostPicturePixels)
    throw invalid(`Use a picture of at most ${mostPicturePixels / 1_000_000} megapixels.`);
  return { width, height };
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

async function keep(file: string, picture: Sharp): Promise<void> {
  await writeFile(file, await picture.toBuffer());
}

async function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

function refusal(error: unknown): unknown {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? error : invalid("This picture is damaged.");
}

function invalid(message: string): ApiFailure {
  return new ApiFailure("VALIDATION_FAILED", message, [{ path: "file", message }]);
}
