import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { DemoPicture } from "../catalogue/store-types.ts";

const folder = path.join(import.meta.dirname, "../pictures");

/** The AVIF widths there are of a picture, ascending; none where it is not drawn. */
export async function widthsOf(key: string): Promise<number[]> {
  const names = await readdir(path.join(folder, key)).catch(() => []);
  return names
    .flatMap((name) => (name.endsWith(".avif") ? [Number.parseInt(name, 10)] : []))
    .toSorted((a, b) => a - b);
}

/** A picture of the home page with the pixels of its largest file. */
export async function readPicture(picture: DemoPicture) {
  const widest = (await widthsOf(picture.key)).at(-1);
  if (widest === undefined) throw new Error(`${picture.key} is not drawn: run npm run art`);
  const { width, height } = await sharp(
    path.join(folder, picture.key, `${widest}.avif`),
  ).metadata();
  return { ...picture, width, height };
}
