import { randomBytes } from "node:crypto";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";

const key = `up/${"a".repeat(32)}`;
/** More than the operating system buffers for the sockets of both ends. */
const large = randomBytes(16 * 1024 * 1024);

/** A server with a large picture. `reads` counts how often its file was read. */
async function serving(world: World) {
  const { files } = world.services;
  await files.write(`${key}/960.avif`, large, "image/avif");
  let reads = 0;
  world.services.files = {
    ...files,
    read: async (file) => {
      reads += 1;
      // Long enough for all clients to send their requests in the meantime.
      await delay(200);
      return files.read(file);
    },
  };
  const sockets: Socket[] = [];
  world.app.server.on("connection", (socket) => sockets.push(socket));
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  return { port, sockets, reads: () => reads };
}

test("clients that don't read a large picture share it, and each holds only a part of it", async ({
  world,
}) => {
  const { port, sockets, reads } = await serving(world);
  const clients = Array.from({ length: 30 }, (_, i) => {
    const client = connect(port, "127.0.0.1");
    client.on("error", () => {});
    client.pause();
    client.write(
      `GET /media/${key}/960.avif HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 9.9.9.${i}\r\n\r\n`,
    );
    return client;
  });
  await expect.poll(() => sockets.filter((one) => one.bytesWritten > 0).length).toBe(30);
  await delay(100);
  const unread = sockets.map((socket) => socket.writableLength);
  expect(Math.max(...unread)).toBeLessThanOrEqual(256 * 1024);
  expect(reads()).toBe(1);
  const answer = await fetch(`http://127.0.0.1:${port}/media/${key}/960.avif`);
  expect(answer.headers.get("content-length")).toBe(String(large.byteLength));
  expect(large.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  expect(reads()).toBe(1);
  for (const client of clients) client.destroy();
  // Once no client reads the picture, it is no longer held in memory.
  await expect
    .poll(async () => {
      await fetch(`http://127.0.0.1:${port}/media/${key}/960.avif`, { method: "HEAD" });
      return reads() > 1;
    })
    .toBe(true);
  await world.app.close();
});
