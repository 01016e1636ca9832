import { pictureWidths } from "@vetrina/commerce/constants";

/** The maximum size of a decoded picture: `pixels` is width x height, `bytes` also counts channels and bit depth. */
export type PictureLimits = { pixels: number; bytes: number };

const mebibyte = 2 ** 20;

/** The maximum size of an uploaded file, in bytes. */
export const maxPictureBytes = 20 * mebibyte;
/** Large enough for pictures from a camera. For a store's staff. */
export const storeLimits: PictureLimits = { pixels: 50_000_000, bytes: 320 * mebibyte };
/** Large enough for pictures from a phone. For anonymous callers. */
export const anonymousLimits: PictureLimits = { pixels: 25_000_000, bytes: 96 * mebibyte };

export const webpWidth = 640;

/** The widths in which a picture of this width is served as AVIF. */
export function widthsOf(own: number): number[] {
  const widths = pictureWidths.filter((width) => width <= own);
  return widths.length > 0 ? widths : [own];
}

export const notAPicture = "Use a picture: JPEG, PNG, WebP, AVIF or GIF.";

/**
 * Whether the content begins like a picture. Checked before a decoder reads the file, so that other formats (SVG, PDF,
 * TIFF) never reach a decoder.
 */
export function looksLikePicture(bytes: Uint8Array): boolean {
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

type Header = {
  width: number;
  height: number;
  channels: number;
  depth: string;
  isProgressive: boolean;
  format: string;
};

/**
 * The maximum memory that decoding needs, in bytes. The decoder also holds a progressive picture in full, and an AVIF
 * picture in several planes.
 */
export function decodedBytes(header: Header): number {
  const { width, height, channels, depth, isProgressive, format } = header;
  const copies = format === "heif" || format === "avif" ? 4 : isProgressive ? 2 : 1;
  return width * height * channels * (depthBytes[depth] ?? 16) * copies;
}

const depthBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
};
