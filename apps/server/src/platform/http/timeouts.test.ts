// @module-tag slow

import { connect } from "node:net";
import { text as streamText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { test as base, type World } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import { noise } from "../noise.fixture.ts";
import { openShop, type Shop, signedIn } from "./contract.fixture.ts";
import { theTimeouts, type Timeouts } from "./timeouts.ts";

/**
 * Far shorter than the real timeouts. The senders in these tests stay well below or well above each limit, because a
 * busy machine delays them.
 */
const short: Timeouts = {
  headersMs: 1000,
  body: { idleMs: 1000, totalMs: 1000, graceMs: 500, bytesPerSecond: 500 },
  upload: { idleMs: 4000, totalMs: Infinity, graceMs: 1500, bytesPerSecond: 500 },
  wholeUpload: { idleMs: 4000, totalMs: Infinity, graceMs: 1500, bytesPerSecond: 500 },
  restMs: 500,
  answerMs: 30_000,
  answerPace: theTimeouts.answerPace,
};

type Desk = { shop: Shop; token: string; port: number; world: World };

const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => {
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: true,
      trustProxy: false,
      timeouts: short,
    });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const shop = await openShop(world, "mine");
    const token = await signedIn(world, {
      storeId: shop.storeId,
      permissions: ["MANAGE_PRODUCTS", "MANAGE_SETTINGS"],
    });
    await use({ shop, token, port: Number(port), world });
    await app.close();
  },
});

type Sending = {
  path: string;
  type?: string;
  token?: string;
  /** Content-Length; chunked if it is absent. */
  length?: number;
  chunks: AsyncIterable<Uint8Array | string>;
};

/** The response, and the milliseconds until it arrived. */
async function send(
  desk: Desk,
  { path, type = "application/json", token, length, chunks }: Sending,
) {
  const socket = connect(desk.port, "127.0.0.1");
  const answered = streamText(socket);
  socket.on("error", () => {});
  const began = performance.now();
  const size = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
  const bearer = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/v1${path} HTTP/1.1\r\nhost: ${desk.shop.host}\r\nconnection: close\r\n${bearer}content-type: ${type}\r\n${size}\r\n\r\n`,
  );
  const closed = new Promise<null>((resolve) => socket.once("close", () => resolve(null)));
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), closed]);
    if (next === null || next.done === true) break;
    const bytes = Buffer.from(next.value);
    const head = length === undefined ? `${bytes.length.toString(16)}\r\n` : "";
    socket.write(Buffer.concat([Buffer.from(head), bytes, Buffer.from(head === "" ? "" : "\r\n")]));
  }
  if (length === undefined && !socket.closed) socket.write("0\r\n\r\n");
  const [, body = ""] = (await answered.catch(() => "")).split("\r\n\r\n");
  return { code: codeOf(body), ms: performance.now() - began };
}

function codeOf(body: string): string {
  const json = /\{.*\}/s.exec(body)?.[0] ?? "{}";
  const { code, id } = JSON.parse(json) as { code?: string; id?: string };
  return code ?? (id === undefined ? "nothing" : "done");
}

/** Yields the bytes in `count` equal chunks, one every `everyMs`. */
async function* inChunks(bytes: Uint8Array, count: number, everyMs: number) {
  const size = Math.ceil(bytes.length / count);
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0) await delay(everyMs);
    yield bytes.subarray(at, at + size);
  }
}

async function* thenNothing(chunk: string) {
  yield chunk;
  await new Promise(() => {});
}

// Retried, because a busy machine may delay a sender for longer than the sender may pause.
describe("a request may take as long as its data keeps arriving", { retry: 2 }, () => {
  test("an upload that arrives steadily is accepted however long it takes, whole or streamed", async ({
    desk,
  }) => {
    const { shop, token } = desk;
    const picture = await noise();
    const csv = Buffer.from(`Handle,Title\n${"hat,Hat\n".repeat(5000)}`);
    const [media, streamed] = await Promise.all([
      send(desk, {
        path: `/media/store/${shop.storeId}`,
        type: "image/png",
        token,
        length: picture.length,
        chunks: inChunks(picture, 25, 150),
      }),
      send(desk, {
        path: `/imports/store/${shop.storeId}`,
        type: "text/csv",
        token,
        chunks: inChunks(csv, 25, 150),
      }),
    ]);
    expect(media.code).toBe("done");
    expect(streamed.code).toBe("done");
    expect(media.ms).toBeGreaterThan(2 * short.body.totalMs);
  });

  test("an upload that stalls or arrives too slowly is rejected, and leaves nothing behind", async ({
    desk,
  }) => {
    const { shop, token, world } = desk;
    const csv = Buffer.from("Handle,Title\nhat,Hat\n");
    const upload = (chunks: Sending["chunks"], length?: number) =>
      send(desk, {
        path: `/imports/store/${shop.storeId}`,
        type: "text/csv",
        token,
        ...(length === undefined ? {} : { length }),
        chunks,
      });
    const answers = await Promise.all([
      // The second upload is idle for too long. The others are too slow.
      upload(thenNothing("Handle")),
      upload(thenNothing("hat,Hat\n".repeat(10_000)), 100_000),
      upload(inChunks(csv, csv.length, 200)),
      send(desk, {
        path: `/media/store/${shop.storeId}`,
        type: "image/png",
        token,
        length: 100_000,
        chunks: inChunks(csv, csv.length, 200),
      }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => "REQUEST_TIMEOUT"));
    const { rows } = await world.admin.query(
      "select from shop.file_jobs where received_at is null and id <> all ($1)",
      [[shop.ids.import, shop.ids.export]],
    );
    expect(rows).toEqual([]);
  });

  test("other bodies and headers have a fixed time, for every caller", async ({ desk }) => {
    const { shop, token } = desk;
    const text = Buffer.from(JSON.stringify({ email: "a@b.example", password: "x".repeat(3000) }));
    const answers = await Promise.all([
      // This rate would be fast enough for an upload.
      send(desk, { path: "/users/login", length: text.length, chunks: inChunks(text, 30, 100) }),
      send(desk, { path: "/users/login", length: 100, chunks: thenNothing("{") }),
      send(desk, {
        path: `/products/store/${shop.storeId}`,
        token,
        chunks: inChunks(text, 30, 100),
      }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => "REQUEST_TIMEOUT"));
    const socket = connect(desk.port, "127.0.0.1");
    const answered = streamText(socket);
    socket.write(`GET /api/v1/system/version HTTP/1.1\r\nhost: ${shop.host}\r\nx-a: b`);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 [^]*"REQUEST_TIMEOUT"/);
  });

  test("an error is sent immediately, and the server does not wait long for the unread rest of the body", async ({
    desk,
  }) => {
    const { storeId } = desk.shop;
    const socket = connect(desk.port, "127.0.0.1");
    const [answered, closed] = [
      streamText(socket),
      new Promise((resolve) => socket.once("close", resolve)),
    ];
    socket.on("error", () => {});
    const slow = setInterval(() => socket.write("x"), 50);
    socket.write(
      `POST /api/v1/products/store/${storeId} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n`,
    );
    await closed;
    clearInterval(slow);
    expect(await answered.catch(() => "")).toContain("UNAUTHENTICATED");
  });
});
