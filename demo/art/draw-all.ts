import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import {
  fileName,
  hasFiles,
  manifestPath,
  pictureHash,
  picturesFolder,
  readManifest,
  type Manifest,
} from "./manifest.ts";
import { allPictures, type Encoding, type Picture } from "./pictures.ts";

/** Only two run in parallel, because each AVIF encoding uses a whole core. */
const workers = 2;
sharp.concurrency(1);
sharp.cache(false);

const only = process.argv[2] ?? "";
const manifest: Manifest = readManifest();
const pictures = allPictures();
const queue = pictures.filter((picture) => picture.key.includes(only) && !isCurrent(picture));
const total = queue.length;
const started = Date.now();
console.log(`${pictures.length} pictures, ${total} to draw`);

await dropStrays();
await Promise.all(Array.from({ length: workers }, () => work()));
await save();
const bytes = Object.values(manifest).reduce(
  (sum, entry) => sum + Object.values(entry.files).reduce((a, b) => a + b, 0),
  0,
);
console.log(`${(bytes / 1e6).toFixed(1)} MB in ${Math.round((Date.now() - started) / 1000)} s`);

function isCurrent(picture: Picture): boolean {
  const entry = manifest[picture.key];
  return entry !== undefined && hasFiles(picture, entry) && entry.hash === pictureHash(picture);
}

async function work(): Promise<void> {
  for (let picture = queue.shift(); picture !== undefined; picture = queue.shift()) {
    await draw(picture);
    const done = total - queue.length;
    if (done % 20 === 0) {
      await save();
      console.log(`${done}/${total} ${picture.key}`);
    }
  }
}

/** Renders a picture once and encodes every width from it. */
async function draw(picture: Picture): Promise<void> {
  const { width, height, boardWidth, bleed } = picture;
  const scale = width / boardWidth;
  const margin = Math.round(bleed * scale);
  const { data, info } = await sharp(Buffer.from(picture.svg()), { density: 72 * scale })
    .removeAlpha()
    .extract({ left: margin, top: margin, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const folder = join(picturesFolder, picture.key);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files: Record<string, number> = {};
  for (const encoding of picture.encodings) {
    const encoded = await encode(sharp(data, { raw: info }).resize(encoding.width), encoding);
    files[fileName(encoding)] = encoded.length;
    await writeFile(join(folder, fileName(encoding)), encoded);
  }
  manifest[picture.key] = { hash: pictureHash(picture), width, height, files };
}

function encode(image: Sharp, { format, quality, effort = 3 }: Encoding): Promise<Buffer> {
  if (format === "avif") return image.avif({ quality, effort }).toBuffer();
  if (format === "webp") return image.webp({ quality, effort: 5 }).toBuffer();
  return image.jpeg({ quality, mozjpeg: true }).toBuffer();
}

/** Removes pictures that no catalogue uses anymore. */
async function dropStrays(): Promise<void> {
  const wanted = new Set(pictures.map(({ key }) => key));
  for (const key of Object.keys(manifest)) {
    if (wanted.has(key)) continue;
    delete manifest[key];
    await rm(join(picturesFolder, key), { recursive: true, force: true });
  }
}

async function save(): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
  await mkdir(picturesFolder, { recursive: true });
  await writeFile(manifestPath, `${JSON.stringify(sorted, null, 1)}\n`);
}
