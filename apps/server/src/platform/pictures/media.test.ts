// @module-tag slow

import sharp from "sharp";
import { expect, test } from "vitest";
import { memoryFiles } from "#tests/memory-files.ts";
import type { FileStore } from "../files/file-store.ts";
import { hostilePictures, polyglots } from "./hostile-pictures.fixture.ts";
import { imageToWire } from "./image-to-wire.ts";
import { filesOf, pictureServer, storePicture as storePictureOf } from "./media.ts";
import { maxPictureBytes } from "./picture-bounds.ts";

const address = "192.0.2.1";
const viewer = { address };
const storePicture = (files: FileStore, bytes: Uint8Array) =>
  storePictureOf(files, bytes, { from: "staff", address, owner: "a", storeId: "a" });

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#2a3957" } });
}

test("a picture becomes one master without metadata, and its AVIF and WebP sizes are made on request", async () => {
  const files = memoryFiles();
  const bytes = await picture(1700, 2125)
    .withExif({ IFD0: { Copyright: "secret place" } })
    .jpeg()
    .toBuffer();
  const stored = await storePicture(files, bytes);
  const { key } = stored;
  expect(stored).toEqual({
    key: expect.stringMatching(/^up\/[0-9a-f]{32}$/),
    width: 1600,
    height: 2000,
    widths: [360, 640, 960, 1600],
  });
  expect(files.keys()).toEqual([`${key}/master.webp`]);
  const serve = pictureServer(files);
  for (const [name, type, width] of [
    ["1600.avif", "image/avif", 1600],
    ["360.avif", "image/avif", 360],
    ["640.webp", "image/webp", 640],
  ] as const) {
    const served = await serve(key, name, viewer);
    expect(served?.type).toBe(type);
    const about = await sharp(served?.bytes).metadata();
    expect([about.width, about.exif]).toEqual([width, undefined]);
    expect(Buffer.from(served?.bytes ?? []).includes("secret place")).toBe(false);
    expect((await serve(key, name, viewer))?.bytes).toEqual(served?.bytes);
  }
  expect(files.keys()).toHaveLength(4);
  expect(await storePicture(files, bytes)).toEqual(stored);
  expect(filesOf(stored)).toEqual(expect.arrayContaining(files.keys()));
});

test("other sizes, names and keys are not served, and concurrent requests make a file once", async () => {
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
    expect([name, await serve(key, name, viewer)]).toEqual([name, null]);
  expect(await serve("up/../../secret", "640.webp", viewer)).toBeNull();
  expect(await serve(`up/${"0".repeat(32)}`, "640.webp", viewer)).toBeNull();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => serve(key, "360.avif", viewer)),
  );
  expect(new Set(answers.map((answer) => answer?.bytes.length)).size).toBe(1);
  expect(writes).toBe(1);
});

test("a picture is served even if its file cannot be stored because the disk is full", async () => {
  const files = memoryFiles();
  const { key } = await storePicture(files, await picture(700, 700).png().toBuffer());
  const noSpace = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const full = { ...files, write: () => Promise.reject(noSpace) };
  expect((await pictureServer(full)(key, "640.webp", viewer))?.type).toBe("image/webp");
  const broken = { ...files, write: () => Promise.reject(new Error("another error")) };
  await expect(pictureServer(broken)(key, "640.webp", viewer)).rejects.toThrow("another error");
});

test("a small picture is not enlarged, a rotated one is upright, and a very wide one is at least one pixel high", async () => {
  const files = memoryFiles();
  const small = await storePicture(files, await picture(200, 250).png().toBuffer());
  expect(small).toMatchObject({ width: 200, height: 250, widths: [200] });
  expect((await pictureServer(files)(small.key, "200.avif", viewer))?.type).toBe("image/avif");
  const webp = await pictureServer(files)(small.key, "640.webp", viewer);
  expect((await sharp(webp?.bytes).metadata()).width).toBe(200);
  const turned = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const [a, b] = await Promise.all([storePicture(files, turned), storePicture(files, turned)]);
  expect(a).toEqual(b);
  expect(a).toMatchObject({ width: 360, height: 720, widths: [360] });
  const wide = await storePicture(files, await picture(9000, 2).png().toBuffer());
  expect(wide).toMatchObject({ width: 2400, height: 1 });
  // A tall picture's sizes come from its master, which is narrower than the upload.
  const tall = await storePicture(files, await picture(1000, 5000).png().toBuffer());
  expect(tall).toMatchObject({ width: 360, height: 1800, widths: [360] });
  const ribbon = await storePicture(files, await picture(100, 20_000).png().toBuffer());
  expect(ribbon).toMatchObject({ width: 12, height: 2400, widths: [12] });
  expect(await pictureServer(files)(ribbon.key, "12.avif", viewer)).not.toBeNull();
  for (const bytes of [
    await picture(10, 10).webp().toBuffer(),
    await picture(10, 10).avif().toBuffer(),
    await picture(10, 10).gif().toBuffer(),
  ])
    expect(await storePicture(files, bytes)).toMatchObject({ width: 10, widths: [10] });
});

test("files that are not pictures, are damaged, too large or have too many pixels are rejected immediately and leave nothing behind", async () => {
  const files = memoryFiles();
  const whole = await picture(400, 400).jpeg().toBuffer();
  const corpus = await hostilePictures();
  corpus.push(["too many bytes", Buffer.concat([whole, Buffer.alloc(maxPictureBytes)])]);
  for (const [name, bytes] of corpus) {
    const end = await storePicture(files, bytes).catch((error: unknown) => error);
    expect([name, end]).toEqual([
      name,
      expect.objectContaining({
        code: "VALIDATION_FAILED",
        // Rejected because of its content, not because it took too long.
        details: [{ path: "file", message: expect.not.stringContaining("too much time") }],
      }),
    ]);
  }
  expect(files.keys()).toEqual([]);
});

test("of a file that is a picture and something else, only the picture is stored", async () => {
  for (const [name, bytes] of await polyglots()) {
    const files = memoryFiles();
    const { key } = await storePicture(files, bytes);
    const serve = pictureServer(files);
    const made = [
      await files.read(`${key}/master.webp`),
      (await serve(key, "40.avif", viewer))?.bytes,
      (await serve(key, "640.webp", viewer))?.bytes,
    ].map((one) => Buffer.from(one ?? []));
    for (const one of made) {
      expect([name, one.length > 20]).toEqual([name, true]);
      for (const word of ["script", "php", "PK\x03\x04", "Comment"])
        expect([name, word, one.includes(word)]).toEqual([name, word, false]);
    }
  }
});

test("an image in a response has the URL of its WebP instead of its key", () => {
  const rest = { id: "i", alt: "a", width: 960, height: 1200, widths: [320], color: "Red" };
  expect(imageToWire({ ...rest, key: "up/x", kind: "DETAIL" })).toEqual({
    ...rest,
    url: "/media/up/x/640.webp",
    kind: "DETAIL",
  });
});
