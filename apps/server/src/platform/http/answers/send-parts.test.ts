// @module-tag slow

import { randomBytes } from "node:crypto";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";

const megabyte = 1024 * 1024;
/** More than the operating system's socket buffers hold at both ends. */
const large = randomBytes(16 * megabyte);

/**
 * A server in which every picture has these bytes. `reads`: the offsets of the parts that were read. `most`: the
 * largest number of parts that were read at the same time, not counting the first part of each picture.
 */
async function serving(world: World, picture = large) {
  const reads: number[] = [];
  let [reading, most] = [0, 0];
  world.services.files = {
    ...world.services.files,
    readPart: async (_key, from, to) => {
      reads.push(from);
      // Long enough for all clients to send their request.
      if (from === 0) await delay(200);
      else {
        most = Math.max(most, (reading += 1));
        await delay(1);
        reading -= 1;
      }
      return { bytes: picture.subarray(from, to), size: picture.byteLength };
    },
  };
  const sockets: Socket[] = [];
  world.app.server.on("connection", (socket) => sockets.push(socket));
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    sockets,
    reads,
    most: () => most,
    /** The URL of a picture. Each number is another picture. */
    urlOf: (picture: number) => `http://127.0.0.1:${port}${pathOf(picture)}`,
    /** Requests a picture, each time from a new address, and doesn't read the response. */
    requestUnread: (picture: number) => {
      const client = connect(port, "127.0.0.1");
      client.on("error", () => {});
      client.pause();
      client.write(
        `GET ${pathOf(picture)} HTTP/1.1\r\nHost: localhost\r\n` +
          `X-Forwarded-For: 9.9.9.${clients.push(client)}\r\n\r\n`,
      );
    },
    close: async () => {
      for (const client of clients) client.destroy();
      await world.app.close();
    },
  };
}

function pathOf(picture: number): string {
  return `/media/up/${String(picture).padStart(32, "0")}/960.avif`;
}

test("clients that don't read large pictures hold a part of each, and others still get theirs", async ({
  world,
}) => {
  const { sockets, urlOf, requestUnread, close } = await serving(world);
  const count = 40;
  for (let picture = 0; picture < count; picture += 1) requestUnread(picture);
  await expect.poll(() => sockets.filter((one) => one.bytesWritten > 0).length).toBe(count);
  await delay(100);
  const unread = sockets.map((socket) => socket.writableLength);
  expect(Math.max(...unread)).toBeLessThanOrEqual(256 * 1024);
  const answer = await fetch(urlOf(count));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-length")).toBe(String(large.byteLength));
  expect(large.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  await close();
});

test("a part is read only once the client has read the previous ones", async ({ world }) => {
  const { sockets, reads, requestUnread, close } = await serving(world);
  const count = 30;
  for (let client = 0; client < count; client += 1) requestUnread(0);
  await expect.poll(() => sockets.filter((one) => one.bytesWritten > 0).length).toBe(count);
  await delay(100);
  // All clients share the first part. What is read beyond it fills the operating system's socket buffers.
  expect(reads.filter((from) => from === 0)).toHaveLength(1);
  expect(Math.max(...reads)).toBeLessThan(large.byteLength);
  await close();
});

test("parts for one address are read a few at a time, so that other requests run in between", async ({
  world,
}) => {
  const { urlOf, most, close } = await serving(world, large.subarray(0, megabyte));
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(urlOf(0))).arrayBuffer()),
  );
  expect(new Set(answers.map(({ byteLength }) => byteLength))).toEqual(new Set([megabyte]));
  expect(most()).toBeGreaterThan(8);
  expect(most()).toBeLessThanOrEqual(16);
  await close();
});
