import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { DemoPicture, DemoScene } from "../catalogue/store-types.ts";

const folder = path.join(import.meta.dirname, "../pictures");

/** The widths of a picture's AVIF files, ascending; empty if the picture hasn't been drawn. */
export async function widthsOf(key: string): Promise<number[]> {
  const names = await readdir(path.join(folder, key)).catch(() => []);
  return names
    .flatMap((name) => (name.endsWith(".avif") ? [Number.parseInt(name, 10)] : []))
    .toSorted((a, b) => a - b);
}

/** A picture on the home page, with the dimensions of its largest file. */
export async function readPicture({ key, alt }: DemoPicture) {
  return { alt, ...(await readFile(key)) };
}

/** A scene on the store's pages, with the dimensions of its largest files. */
export async function readScene({ alt, wide, tall }: DemoScene) {
  return { alt, wide: await readFile(wide), tall: await readFile(tall) };
}

async function readFile(key: string) {
  const widest = (await widthsOf(key)).at(-1);
  if (widest === undefined) throw new Error(`${key} has not been drawn. Run npm run art.`);
  const { width, height } = await sharp(path.join(folder, key, `${widest}.avif`)).metadata();
  return { key, width, height };
}
