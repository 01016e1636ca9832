import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { allPictures, type Encoding, type Picture } from "./pictures.ts";

/** The folder of the drawn pictures. */
export const picturesFolder = join(import.meta.dirname, "..", "pictures");
/** Where the pictures' manifest lies. */
export const manifestPath = join(picturesFolder, "manifest.json");

/** What is known of a drawn picture; files by name with their size in bytes, width and height of the largest. */
export type ManifestEntry = {
  hash: string;
  width: number;
  height: number;
  files: Record<string, number>;
};

/** What is drawn, by key. */
export type Manifest = Record<string, ManifestEntry>;

/** How the folder differs from the catalogues: keys not drawn, drawn of another state, and files of no picture. */
export type ManifestCheck = { missing: string[]; stale: string[]; stray: string[]; bytes: number };

/** The manifest as it was last written; empty where there is none. */
export function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
  } catch {
    return {};
  }
}

/**
 * Everything that decides a picture, as a short hash: the whole drawing (hence the generator, the cut and
 * the colors) and how it is encoded. A change of the sources that leaves the drawing as it was is no change.
 */
export function pictureHash(picture: Picture): string {
  const { width, height, bleed, encodings } = picture;
  return createHash("sha256")
    .update(picture.svg())
    .update(JSON.stringify([width, height, bleed, encodings]))
    .digest("hex")
    .slice(0, 16);
}

/** The name of an encoded file in its folder. */
export function fileName({ width, format }: Encoding): string {
  return `${width}.${format}`;
}

/** Compares the folder with what the catalogues ask for; draws every picture as SVG, which takes some seconds. */
export function checkManifest(pictures: readonly Picture[] = allPictures()): ManifestCheck {
  const manifest = readManifest();
  const check: ManifestCheck = { missing: [], stale: [], stray: [], bytes: 0 };
  const known = new Set<string>();
  for (const picture of pictures) {
    const entry = manifest[picture.key];
    known.add(picture.key);
    if (entry === undefined || !hasFiles(picture, entry)) check.missing.push(picture.key);
    else if (entry.hash !== pictureHash(picture)) check.stale.push(picture.key);
  }
  for (const [key, entry] of Object.entries(manifest)) {
    if (!known.has(key)) check.stray.push(key);
    for (const bytes of Object.values(entry.files)) check.bytes += bytes;
  }
  for (const file of readdirSync(picturesFolder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === "manifest.json") continue;
    const folder = file.parentPath.slice(picturesFolder.length + 1).replaceAll("\\", "/");
    if (manifest[folder]?.files[file.name] === undefined)
      check.stray.push(`${folder}/${file.name}`);
  }
  return check;
}

/** Whether all files of a picture lie in the folder with the sizes the manifest gives. */
export function hasFiles(picture: Picture, entry: ManifestEntry): boolean {
  return picture.encodings.every((encoding) => {
    const name = fileName(encoding);
    const found = statSync(join(picturesFolder, picture.key, name), { throwIfNoEntry: false });
    return found !== undefined && found.size === entry.files[name];
  });
}
