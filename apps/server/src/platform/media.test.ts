import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { memoryFiles } from "../../../../tests/memory-files.ts";
import { imageToWire } from "./image-to-wire.ts";
import { filesOf, mostPictureBytes, pictureServer, storePicture } from "./media.ts";

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#2a3957" } });
}

test("a picture becomes one master without metadata, and AVIF in three widths and one WebP when they are asked for", async () => {
  const files = memoryFiles();
  const bytes = await picture(1200, 1500)
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(files, bytes);
  const { key } = stored;
  expect(stored).toEqual({
    key: expect.stringMatching(/^up\/[0-9a-f]{32}$/),
    width: 960,
    height: 1200,
    widths: [360, 640, 960],
  });
  expect(files.keys()).toEqual([`${key}/master.webp`]);
  const serve = pictureServer(files);
  for (const [name, type, width] of [
    ["960.avif", "image/avif", 960],
    ["360.avif", "image/avif", 360],
    ["640.webp", "image/webp", 640],
  ] as const) {
    const served = await serve(key, name);
    expect(served?.type).toBe(type);
    const about = await sharp(served?.bytes).metadata();
    expect([about.width, about.exif]).toEqual([width, undefined]);
    expect(Buffer.from(served?.bytes ?? []).includes("secret place")).toBe(false);
    expect((await serve(key, name))?.bytes).toEqual(served?.bytes);
  }
  expect(files.keys()).toHaveLength(4);
  expect(await storePicture(files, bytes)).toEqual(stored);
  expect(filesOf(stored)).toEqual(expect.arrayContaining(files.keys()));
});

test("no other size, name or key is served, and many at once make a file once", async () => {
  const files = memoryFiles();
  const { key } = await storePicture(files, await picture(700, 700).png().toBuffer());
  let writes = 0;
  const counting = {
    ...files,
    write: (...file: Parameters<typeof files.write>) => {
      writes += 1;
      return files.write(...file);
    },
  };
  const serve = pictureServer(counting);
  for (const name of [
    "361.avif",
    "960.avif",
    "700.avif",
    "360.webp",
    "640.png",
    "0640.avif",
    "99999.avif",
    "master.webp",
    "../640.webp",
    "640.webp/x",
    "",
    "640.avif?",
  ])
    expect([name, await serve(key, name)]).toEqual([name, null]);
  expect(await serve("up/../../secret", "640.webp")).toBeNull();
  expect(await serve(`up/${"0".repeat(32)}`, "640.webp")).toBeNull();
  const answers = await Promise.all(Array.from({ length: 20 }, () => serve(key, "360.avif")));
  expect(new Set(answers.map((answer) => answer?.bytes.length)).size).toBe(1);
  expect(writes).toBe(1);
});

test("a small picture is never made larger; turned ones stand upright; a wide one keeps a line", async () => {
  const files = memoryFiles();
  const small = await storePicture(files, await picture(200, 250).png().toBuffer());
  expect(small).toMatchObject({ width: 200, height: 250, widths: [200] });
  expect((await pictureServer(files)(small.key, "200.avif"))?.type).toBe("image/avif");
  const webp = await pictureServer(files)(small.key, "640.webp");
  expect((await sharp(webp?.bytes).metadata()).width).toBe(200);
  const turned = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const [a, b] = await Promise.all([storePicture(files, turned), storePicture(files, turned)]);
  expect(a).toEqual(b);
  expect(a).toMatchObject({ width: 360, height: 720, widths: [360] });
  const wide = await storePicture(files, await picture(9000, 2).png().toBuffer());
  expect(wide).toMatchObject({ width: 960, height: 1 });
  for (const bytes of [
    await picture(10, 10).webp().toBuffer(),
    await picture(10, 10).avif().toBuffer(),
    await picture(10, 10).gif().toBuffer(),
  ])
    expect(await storePicture(files, bytes)).toMatchObject({ width: 10, widths: [10] });
});

test("what is no picture, damaged, too many bytes or a bomb of pixels is refused and leaves nothing", async () => {
  const files = memoryFiles();
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
    await expect(storePicture(files, bytes)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "file" }],
    });
  expect(files.keys()).toEqual([]);
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
