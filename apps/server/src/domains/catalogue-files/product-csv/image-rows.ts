import { maxAltLength } from "../../products/rules.ts";
import { readInteger } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { FileImage } from "../products/file-product.ts";
import { readAddress, readText, type RowReader } from "./row-reader.ts";

/** A picture with its position in the file. */
export type PlacedImage = FileImage & { position: number };

/** Adds the picture of a row, unless its URL has been added before. Returns false if the row has no picture. */
export function addImage(reader: RowReader, images: PlacedImage[]): boolean {
  const alt = readText(reader, "imageAlt", maxAltLength) ?? null;
  const given = reader.text("imagePosition");
  const position = given === "" ? null : readInteger(given, 100_000);
  if (position !== null && (!position.ok || position.value < 0))
    reader.error("imagePosition", `${quoted(given)} is not a position: write 1, 2, 3, ...`);
  if (reader.text("imageSrc") === "") return false;
  const url = readAddress(reader, "imageSrc");
  const at = position?.ok ? position.value : images.length + 1;
  if (url !== null && images.every((image) => image.url !== url))
    images.push({ row: reader.row, url, alt, color: undefined, position: at });
  return true;
}

// Sorts a product's pictures, adds those of its variants, and decides which color each one shows. A picture used only
// by variants of one color shows that color; a picture used by several colors shows the whole product.
export function joinImages(
  images: readonly PlacedImage[],
  ofVariants: readonly { row: number; url: string; color: string | undefined }[],
): FileImage[] {
  const colors = new Map<string, Set<string | undefined>>();
  for (const { url, color } of ofVariants)
    colors.set(url, (colors.get(url) ?? new Set<string | undefined>()).add(color));
  const joined: FileImage[] = images
    .toSorted((a, b) => a.position - b.position)
    .map(({ row, url, alt }) => ({ row, url, alt, color: undefined }));
  const known = new Set(joined.map(({ url }) => url));
  for (const { row, url } of ofVariants)
    if (!known.has(url)) {
      known.add(url);
      joined.push({ row, url, alt: null, color: undefined });
    }
  for (const image of joined) {
    const shown = colors.get(image.url);
    if (shown !== undefined) image.color = (shown.size === 1 ? [...shown][0] : null) ?? null;
  }
  return joined;
}
