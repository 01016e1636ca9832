// @module-tag slow

import { randomBytes } from "node:crypto";
import { brotliCompress, crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { memoryFiles } from "#tests/memory-files.ts";
import type { FileStore } from "../files/file-store.ts";
import { pictureServer, preparePicture, storePicture } from "./media.ts";
import { decodedBytes } from "./picture-bounds.ts";
import { type PictureSource, workOnShown } from "./picture-work.ts";

function drawing(width: number, height: number, background = "#2a3957") {
  return sharp({ create: { width, height, channels: 3, background } });
}

const busy = { code: "SERVER_BUSY", details: { retryAfterSeconds: expect.any(Number) } };

/** How each call ended: "done", or its error code. */
async function endsOf(work: readonly Promise<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(work);
  return ends.map((end) =>
    end.status === "fulfilled" ? "done" : String((end.reason as { code?: string }).code),
  );
}

async function endOf(bytes: Uint8Array, source: PictureSource): Promise<string | undefined> {
  return (await endsOf([preparePicture(bytes, source)]))[0];
}

test("pictures use none of the threads that files, pages and logins share", async () => {
  const bytes = await drawing(1500, 1500).png().toBuffer();
  let done = 0;
  const prepared = Array.from({ length: 8 }, (_, i) =>
    preparePicture(bytes, {
      from: "staff",
      address: `192.0.2.${i}`,
      owner: `${i}`,
      storeId: `${i}`,
    }).then(() => (done += 1)),
  );
  await Promise.race(prepared);
  await new Promise((resolve) => brotliCompress("a page", resolve));
  expect(done).toBeLessThan(4);
  await Promise.all(prepared);
});

test("the queue is limited per address and per owner, and others still get in", async () => {
  const bytes = await drawing(300, 300).png().toBuffer();
  const all = await Promise.all([
    endsOf(
      Array.from({ length: 20 }, () =>
        preparePicture(bytes, { from: "anonymous", address: "192.0.2.1" }),
      ),
    ),
    endsOf([preparePicture(bytes, { from: "anonymous", address: "192.0.2.2" })]),
    endsOf(
      Array.from({ length: 20 }, (_, i) =>
        preparePicture(bytes, {
          from: "staff",
          address: `192.0.2.${i}`,
          owner: "a",
          storeId: `a${i}`,
        }),
      ),
    ),
    endsOf(
      Array.from({ length: 20 }, (_, i) =>
        preparePicture(bytes, {
          from: "staff",
          address: "192.0.2.99",
          owner: `one ${i}`,
          storeId: `of one ${i}`,
        }),
      ),
    ),
    endsOf([
      preparePicture(bytes, { from: "staff", address: "192.0.2.3", owner: "b", storeId: "b" }),
    ]),
    // An import may wait and is never rejected.
    endsOf(
      Array.from({ length: 20 }, () => preparePicture(bytes, { from: "import", storeId: "a" })),
    ),
  ]);
  const taken = all.map((ends) => ends.filter((end) => end === "done").length);
  expect(taken).toEqual([5, 1, 9, 8, 1, 20]);
  expect(new Set(all.flat())).toEqual(new Set(["done", "SERVER_BUSY"]));
});

test("pictures that need too much memory to decode are rejected, considering depth, channels and passes; anonymous callers have a lower limit", async () => {
  const deep = { width: 2600, height: 2600, channels: 4, background: "#00000000" } as const;
  const interlaced = await sharp({ create: deep })
    .toColorspace("rgb16")
    .png({ progressive: true })
    .toBuffer();
  const about = await sharp(interlaced).metadata();
  expect([about.depth, about.isProgressive]).toEqual(["ushort", true]);
  expect(decodedBytes(about)).toBe(2600 * 2600 * 4 * 2 * 2);
  const anonymous = { from: "anonymous", address: "192.0.2.1" } as const;
  const staff = { from: "staff", address: "192.0.2.1", owner: "a", storeId: "a" } as const;
  const telephone = await drawing(5700, 4300).jpeg().toBuffer();
  const camera = await drawing(8000, 6200).jpeg().toBuffer();
  const worst = claimingSize(interlaced, 7000, 7100);
  const film = await drawing(4000, 3000).avif({ effort: 0 }).toBuffer();
  expect([
    await endOf(telephone, anonymous),
    await endOf(camera, anonymous),
    await endOf(interlaced, anonymous),
    await endOf(camera, staff),
    await endOf(interlaced, staff),
    await endOf(worst, staff),
    await endOf(film, anonymous),
    await endOf(film, staff),
  ]).toEqual([
    "done",
    "VALIDATION_FAILED",
    "VALIDATION_FAILED",
    "done",
    "done",
    "VALIDATION_FAILED",
    "VALIDATION_FAILED",
    "done",
  ]);
});

test("an owner's slow uploads in many stores hardly delay another owner's, and those of callers who left aren't decoded", async () => {
  const slow = await drawing(5000, 5000).jpeg().toBuffer();
  const quick = await drawing(20, 20).png().toBuffer();
  const order: string[] = [];
  const left = new AbortController();
  const upload = (bytes: Uint8Array, owner: string, i: number, signal?: AbortSignal) =>
    preparePicture(bytes, {
      from: "staff",
      address: `192.0.2.${i}`,
      owner,
      storeId: `${owner}${i}`,
      signal,
    }).then(() => order.push(owner));
  const many = Array.from({ length: 6 }, (_, i) =>
    upload(slow, "a", i, i < 4 ? undefined : left.signal),
  );
  const ends = endsOf(many);
  const other = upload(quick, "b", 99);
  left.abort();
  await other;
  expect(order.indexOf("b")).toBeLessThan(3);
  expect(await ends).toEqual(["done", "done", "done", "done", "SERVER_BUSY", "SERVER_BUSY"]);
});

test("pictures with too many frames or scans are rejected without being decoded", async () => {
  const source = { from: "anonymous", address: "192.0.2.1" } as const;
  const size = { width: 1, height: 1, channels: 3, background: "#123" } as const;
  const frames = [drawing(8, 8), drawing(8, 8, "#ffffff"), drawing(8, 8, "#000000")];
  const animation = await Promise.all(frames.map((frame) => frame.png().toBuffer()));
  const webp = await sharp(animation, { join: { animated: true } })
    .webp()
    .toBuffer();
  const gif = await sharp(animation, { join: { animated: true } })
    .gif()
    .toBuffer();
  const jpeg = await sharp({ create: { ...size, width: 64, height: 64 } })
    .jpeg({ progressive: true })
    .toBuffer();
  expect([await endOf(webp, source), await endOf(gif, source), await endOf(jpeg, source)]).toEqual([
    "done",
    "done",
    "done",
  ]);
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const frame = webp.indexOf("ANMF");
  const frameEnd = frame + 8 + webp.readUInt32LE(frame + 4);
  // The trailer follows the last frame.
  const gifFrame = gif.subarray(gif.lastIndexOf(Buffer.from([0x21, 0xf9, 4])), -1);
  for (const many of [
    repeated(jpeg, scan, end, 101),
    repeated(webp, frame, frameEnd + (frameEnd % 2), 1001),
    Buffer.concat([
      gif.subarray(0, -1),
      ...Array.from({ length: 1001 }, () => gifFrame),
      gif.subarray(-1),
    ]),
  ])
    await expect(preparePicture(many, source)).rejects.toMatchObject({
      message: expect.stringContaining("without animation"),
    });
});

function repeated(bytes: Buffer, from: number, to: number, times: number): Buffer {
  const part = bytes.subarray(from, to);
  return Buffer.concat([
    bytes.subarray(0, from),
    ...Array.from({ length: times }, () => part),
    bytes.subarray(to),
  ]);
}

/** The PNG with a different width and height in its header, from which the decoded size is computed. */
function claimingSize(png: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(png);
  claiming.writeUInt32BE(width, 16);
  claiming.writeUInt32BE(height, 20);
  claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29);
  return claiming;
}

test("a caller who requests all sizes of many pictures waits and is then rejected, while others get their turns in between", async () => {
  const files = memoryFiles();
  const shades = Array.from({ length: 150 }, (_, i) => `#0000${(i + 16).toString(16)}`);
  const keys: string[] = [];
  for (const shade of shades) {
    const bytes = await drawing(20, 20, shade).png().toBuffer();
    const stored = await storePicture(files, bytes, { from: "import", storeId: "a" });
    keys.push(stored.key);
  }
  const serve = pictureServer(files);
  const order: string[] = [];
  const ask = (key: string, name: string, address: string) =>
    serve(key, name, { address }).then((served) => order.push(`${address} ${served?.type}`));
  const greedy = keys.map((key) => ask(key, "640.webp", "192.0.2.1"));
  // Another caller requests the last of those pictures and must not wait behind the first caller's pictures.
  const other = ask(keys[127] ?? "", "640.webp", "192.0.2.2");
  const ends = await endsOf([...greedy, other]);
  expect(ends.filter((end) => end === "SERVER_BUSY").length).toBeGreaterThan(10);
  expect(ends.at(-1)).toBe("done");
  expect(order.indexOf("192.0.2.2 image/webp")).toBeLessThan(20);
  const many = Array.from({ length: 200 }, () =>
    workOnShown({ owner: "", address: "192.0.2.4" }, async () => {}),
  );
  expect(await endsOf(many)).toContain("SERVER_BUSY");
});

test.each([
  ["of a network", (i: number) => `2001:db8:1:${i.toString(16)}::/64`, 384],
  ["of a provider", (i: number) => `2001:db8:${i.toString(16)}:1::/64`, 256],
])(
  "visitors %s leave room in the queue for other visitors of the same shop",
  async (_, addressOf, refused) => {
    const open = Promise.withResolvers<void>();
    const ask = (address: string) => workOnShown({ owner: "shop", address }, () => open.promise);
    const many = Array.from({ length: 513 }, (_, i) => ask(addressOf(i)));
    const other = ask("192.0.2.7");
    const ends = Promise.all([endsOf(many), endsOf([other])]);
    open.resolve();
    const [ofMany, ofOther] = await ends;
    expect(ofOther).toEqual(["done"]);
    expect(ofMany.filter((end) => end !== "done")).toHaveLength(refused);
  },
);

test("sizes for visitors don't wait for uploads", async () => {
  const files = memoryFiles();
  const source = { from: "import", storeId: "a" } as const;
  const { key } = await storePicture(files, await drawing(20, 20).png().toBuffer(), source);
  // Starts the process for visitors first.
  await pictureServer(files)(key, "360.webp", { address: "192.0.2.1" });
  const large = await drawing(1500, 1500).png().toBuffer();
  let done = 0;
  const uploads = Array.from({ length: 8 }, () =>
    preparePicture(large, source).then(() => (done += 1)),
  );
  await pictureServer(files)(key, "640.webp", { address: "192.0.2.1" });
  expect(done).toBeLessThan(8);
  await Promise.all(uploads);
});

/** A picture of noise, which takes longest to encode. */
async function noise(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(randomBytes(side * side * 3), { raw })
    .webp({ quality: 94 })
    .toBuffer();
}

/** Pictures of one owner, stored without a check. */
async function keptNoise(files: FileStore, owner: string, count: number): Promise<string[]> {
  const master = await noise(640);
  const keys = Array.from(
    { length: count },
    (_, i) => `up/${owner}${i.toString(16).padStart(31, "0")}`,
  );
  for (const key of keys) await files.write(`${key}/master.webp`, master, "image/webp");
  return keys;
}

const ownerOf = async (key: string) => key.slice(3, 4);

test("an owner's slow pictures delay no other owner's, whoever requests them", async () => {
  const files = memoryFiles();
  const [slow, [other = ""]] = [await keptNoise(files, "a", 4), await keptNoise(files, "b", 1)];
  const serve = pictureServer(files, ownerOf);
  const order: string[] = [];
  const ask = (key: string, address: string) =>
    serve(key, "640.avif", { address }).then(() => order.push(key.slice(3, 4)));
  const all = slow.map((key, i) => ask(key, `192.0.2.${i}`));
  await Promise.all([...all, ask(other, "198.51.100.1")]);
  // Without turns by owner, b would be fourth at best.
  expect(order.indexOf("b")).toBeLessThan(3);
});

test("no files are made for callers who have disconnected", async () => {
  const files = memoryFiles();
  const keys = await keptNoise(files, "a", 6);
  const serve = pictureServer(files, ownerOf);
  const left = new AbortController();
  const address = "192.0.2.1";
  const asked = keys.map((key) => serve(key, "640.avif", { address, signal: left.signal }));
  // Another call waits for one of the same pictures.
  const stays = serve(keys[5] ?? "", "640.avif", { address });
  const ends = endsOf(asked);
  left.abort();
  expect((await stays)?.type).toBe("image/avif");
  expect((await ends).filter((end) => end === "SERVER_BUSY").length).toBeGreaterThan(3);
  const made = files.keys().filter((name) => name.endsWith(".avif"));
  expect(made.length).toBeLessThan(3);
});

test("a request right after a failure does not start the work again", async () => {
  const files = memoryFiles();
  const [key = ""] = await keptNoise(files, "a", 1);
  await files.write(`${key}/master.webp`, Buffer.from("no picture"), "image/webp");
  let reads = 0;
  const read = (name: string) => {
    if (name.endsWith("master.webp")) reads += 1;
    return files.read(name);
  };
  const serve = pictureServer({ ...files, read }, ownerOf);
  await expect(serve(key, "640.avif", { address: "192.0.2.1" })).rejects.toBeInstanceOf(Error);
  await expect(serve(key, "640.avif", { address: "192.0.2.2" })).rejects.toMatchObject(busy);
  expect(reads).toBe(1);
});
