import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test as base } from "vitest";
import { imageToWire } from "./image-to-wire.ts";
import { mostPictureBytes, storePicture } from "./media.ts";

const test = base.extend<{ dir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the way vitest names a fixture that needs no other
  dir: async ({}, use) => {
    const dir = await mkdtemp(path.join(tmpdir(), "vetrina-media-"));
    await use(dir);
    await rm(dir, { recursive: true, force: true });
  },
});

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#2a3957" } });
}

test("a picture becomes AVIF in three widths and one WebP, without metadata, under its content's key", async ({
  dir,
}) => {
  const bytes = await picture(1200, 1500)
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(dir, bytes);
  expect(stored).toEqual({
    key: expect.stringMatching(/^up\/[0-9a-f]{32}$/),
    width: 960,
    height: 1200,
    widths: [360, 640, 960],
  });
  const folder = path.join(dir, stored.key);
  expect((await readdir(folder)).sort()).toEqual(["360.avif", "640.avif", "640.webp", "960.avif"]);
  const about = await sharp(path.join(folder, "960.avif")).metadata();
  expect([about.format, about.width, about.height, about.exif]).toEqual([
    "heif",
    960,
    1200,
    undefined,
  ]);
  expect((await readFile(path.join(folder, "640.webp"))).includes("secret place")).toBe(false);
  const { mtimeMs } = await stat(path.join(folder, "360.avif"));
  expect(await storePicture(dir, bytes)).toEqual(stored);
  expect((await stat(path.join(folder, "360.avif"))).mtimeMs).toBe(mtimeMs);
  expect(await readdir(path.join(dir, "up"))).toHaveLength(1);
});

test("a small picture is never made larger; turned ones stand upright; two at once agree", async ({
  dir,
}) => {
  const small = await storePicture(dir, await picture(200, 250).png().toBuffer());
  expect(small).toMatchObject({ width: 200, height: 250, widths: [200] });
  const turned = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const [a, b] = await Promise.all([storePicture(dir, turned), storePicture(dir, turned)]);
  expect(a).toEqual(b);
  expect(a).toMatchObject({ width: 360, height: 720, widths: [360] });
  for (const bytes of [
    await picture(10, 10).webp().toBuffer(),
    await picture(10, 10).avif().toBuffer(),
    await picture(10, 10).gif().toBuffer(),
  ])
    expect(await storePicture(dir, bytes)).toMatchObject({ width: 10, widths: [10] });
});

test("what is no picture, damaged, too many bytes or a bomb of pixels is refused and leaves nothing", async ({
  dir,
}) => {
  const whole = await picture(400, 400).jpeg().toBuffer();
  const refused: Uint8Array[] = [
    Buffer.from("hello"),
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from("%PDF-1.4"),
    await picture(9, 9).tiff().toBuffer(),
    whole.subarray(0, 200),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100)]),
    Buffer.concat([whole, Buffer.alloc(mostPictureBytes)]),
    pixelBomb(60_000, 60_000),
  ];
  for (const bytes of refused)
    await expect(storePicture(dir, bytes)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "file" }],
    });
  expect(await readdir(path.join(dir, "up")).catch(() => [])).toEqual([]);
});

test("an image on the wire has the address of its WebP in place of its key", () => {
  const rest = { id: "i", alt: "a", width: 960, height: 1200, widths: [320], color: "Red" };
  expect(imageToWire({ ...rest, key: "up/x", kind: "DETAIL" })).toEqual({
    ...rest,
    url: "/media/up/x/640.webp",
    kind: "DETAIL",
  });
});

/** A PNG of a few bytes whose header claims so many pixels. */
function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let c = 0xffffffff;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k += 1) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return (c ^ 0xffffffff) >>> 0;
}
