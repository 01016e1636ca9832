// @module-tag slow

import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, vi } from "vitest";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { theTimeouts } from "../timeouts.ts";
import type { AnswerPace } from "./unread-answers.ts";

const size = 64 * 2 ** 20;
const large = Buffer.alloc(size, "x");

async function openServer(world: World, answerPace: AnswerPace) {
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: true,
    trustProxy: false,
    timeouts: { ...theTimeouts, answerPace },
  });
  app.get("/large", (_request, reply) => reply.send(large));
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const sockets: Socket[] = [];
  return {
    open: () =>
      new Promise<number>((resolve) => {
        app.server.getConnections((_error, count) => resolve(count));
      }),
    /** Requests the large response without reading it. */
    ask() {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
      socket.pause().write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await app.close();
    },
  };
}

test("a response read more slowly than the minimum rate ends the connection, a faster one does not", async ({
  world,
}) => {
  const pace = { graceMs: 2000, bytesPerSecond: size / 6, maxUnreadBytes: Infinity };
  const server = await openServer(world, pace);
  const slow = server.ask();
  // Reads a few bytes repeatedly, so that the connection never looks idle.
  const timer = setInterval(() => slow.read(), 200);
  const quick = server.ask();
  let taken = 0;
  quick.on("data", (chunk: Buffer) => (taken += chunk.length)).resume();
  await vi.waitFor(() => expect(taken).toBeGreaterThan(size), 30_000);
  expect(quick.destroyed).toBe(false);
  await vi.waitFor(async () => expect(await server.open()).toBe(1), 30_000);
  clearInterval(timer);
  await server.close();
});

test("when unread bytes exceed the process's limit, some connections end and the others stay", async ({
  world,
}) => {
  const pace = { graceMs: 600_000, bytesPerSecond: 1, maxUnreadBytes: 5.5 * size };
  const server = await openServer(world, pace);
  for (let i = 0; i < 10; i += 1) server.ask();
  await vi.waitFor(async () => expect(await server.open()).toBe(10), waitLimit);
  await vi.waitFor(async () => expect(await server.open()).toBeLessThanOrEqual(5), 30_000);
  await delay(2500);
  expect(await server.open()).toBe(5);
  await server.close();
});
