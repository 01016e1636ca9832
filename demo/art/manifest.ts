import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { allPictures, type Encoding, type Picture } from "./pictures.ts";

export const picturesFolder = join(import.meta.dirname, "..", "pictures");
export const manifestPath = join(picturesFolder, "manifest.json");

/**
 * The record of a drawn picture: its hash, its files by name with their size in bytes, and the largest file's width and
 * height.
 */
export type ManifestEntry = {
  hash: string;
  width: number;
  height: number;
  files: Record<string, number>;
};

/** The drawn pictures by key. */
export type Manifest = Record<string, ManifestEntry>;

/**
 * The result of comparing the folder with the catalogues: missing pictures, outdated ones, files that belong to no
 * picture, and the total size.
 */
export type ManifestCheck = { missing: string[]; stale: string[]; stray: string[]; bytes: number };

/** The manifest as it was last written; empty if there is none. */
export function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest;
  } catch {
    return {};
  }
}

/**
 * A short hash of a picture's SVG, size and encodings. A change of the source that doesn't change these leaves the hash
 * the same.
 */
export function pictureHash(picture: Picture): string {
  const { width, height, bleed, encodings } = picture;
  return createHash("sha256")
    .update(picture.svg())
    .update(JSON.stringify([width, height, bleed, encodings]))
    .digest("hex")
    .slice(0, 16);
}

/** The name of an encoded file within its picture's folder. */
export function fileName({ width, format }: Encoding): string {
  return `${width}.${format}`;
}

/** Compares the folder with the catalogues. This draws every picture as SVG, which takes several seconds. */
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

/** Whether all files of a picture exist with the sizes in the manifest. */
export function hasFiles(picture: Picture, entry: ManifestEntry): boolean {
  return picture.encodings.every((encoding) => {
    const name = fileName(encoding);
    const found = statSync(join(picturesFolder, picture.key, name), { throwIfNoEntry: false });
    return found !== undefined && found.size === entry.files[name];
  });
}
