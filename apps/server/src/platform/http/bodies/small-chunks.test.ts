// @module-tag slow

import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text as streamText } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { describe, expect, vi } from "vitest";
import { seedProduct } from "#tests/seed.ts";
import { test as base } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { openShop, signedIn } from "../contract.fixture.ts";
import { streamBody } from "./read-body.ts";
import { theTimeouts } from "../timeouts.ts";

type Desk = {
  app: FastifyInstance;
  port: number;
  host: string;
  storeId: string;
  photos: string;
  token: string;
};

const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => {
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: true,
      trustProxy: false,
    });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const { storeId, host } = await openShop(world, "mine");
    const { productId } = await seedProduct(world, storeId);
    const words = { name: "Eve", title: "T", content: "C" };
    const { id, photoKey } = await world
      .client({ host })
      .reviews.createReview({ productId, body: words });
    const token = await signedIn(world, {
      storeId,
      permissions: ["MANAGE_PRODUCTS", "MANAGE_SETTINGS"],
    });
    const photos = `/reviews/${id}/photos?key=${photoKey}`;
    await use({ app, port: Number(port), host, storeId, photos, token });
    await app.close();
  },
});

type Sending = {
  method?: string;
  path: string;
  type?: string;
  token?: string;
  chunks: readonly string[];
};

/** Sends the whole body in one write, split into these chunks. Returns the status and the error message. */
async function send({ port, host }: Pick<Desk, "port" | "host">, sending: Sending) {
  const { method = "POST", path, type = "application/json", token, chunks } = sending;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const answered = streamText(socket).catch(() => "");
  const bearer = token === undefined ? "" : `authorization: Bearer ${token}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${bearer}content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  socket.write(`${head}${body}0\r\n\r\n`);
  const answer = await answered;
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "none";
  return `${status} ${/"message":"([^"]*)"/.exec(answer)?.[1] ?? ""}`;
}

/** Counts the bytes that the server reads from the next connection. */
function bytesReadBy({ server }: FastifyInstance): () => number {
  let connection: Socket | undefined;
  server.once("connection", (socket) => (connection = socket));
  return () => (connection?.destroyed === true ? connection.bytesRead : Infinity);
}

const refused = "413 Send the body in larger chunks.";

describe("a body in chunks of a few bytes", () => {
  test("is rejected for its many chunks, long before it reaches the call's limit", async ({
    desk,
  }) => {
    const { storeId, photos, token } = desk;
    const tiny = Array.from({ length: 5000 }, () => " ");
    const api = "/api/v1";
    const sendings: Sending[] = [
      { path: `${api}/users/login`, chunks: tiny },
      { path: `${api}/shipping/calculate`, chunks: tiny },
      { path: `${api}/products/store/${storeId}`, token, chunks: tiny },
      { path: `${api}${photos}`, type: "image/png", chunks: tiny },
      { path: `${api}/imports/store/${storeId}`, type: "text/csv", token, chunks: tiny },
    ];
    const answers: string[] = [];
    for (const sending of sendings) answers.push(await send(desk, sending));
    expect(answers).toEqual(sendings.map(() => refused));
  });

  test("is accepted with few chunks, or with chunks of the size that programs write", async ({
    desk,
  }) => {
    const path = "/api/v1/shipping/calculate";
    const json = JSON.stringify({ storeId: desk.storeId, items: [] });
    const one = await send(desk, { path, chunks: Array.from(json) });
    const space = " ".repeat(600);
    const many = await send(desk, { path, chunks: [json, ...Array<string>(400).fill(space)] });
    expect([one, many]).toEqual([one, one]);
    expect(one).toMatch(/^4\d\d .*items/);
  });

  test("stays in the socket if no call reads it", async ({ desk }) => {
    const { storeId, token } = desk;
    const half = 2 ** 19;
    const chunks = Array<string>(half / 4).fill("x");
    const sendings: (Sending & { answer: string })[] = [
      { method: "GET", path: "/health/live", chunks, answer: "413" },
      { method: "HEAD", path: "/health/live", chunks, answer: "413" },
      { method: "GET", path: `/api/v1/products/store/${storeId}`, chunks, answer: "413" },
      { method: "OPTIONS", path: "/api/v1/users/login", chunks, answer: "413" },
      { method: "POST", path: "/health/live", chunks, answer: "404" },
      { method: "POST", path: "/api/v1/nothing", chunks, answer: "404" },
      { method: "DELETE", path: `/api/v1/stores/${storeId}`, chunks, answer: "401" },
      { method: "DELETE", path: `/api/v1/api-keys/${storeId}`, token, chunks, answer: "404" },
    ];
    for (const { answer, ...sending } of sendings) {
      const read = bytesReadBy(desk.app);
      expect([sending.path, await send(desk, sending)]).toEqual([
        sending.path,
        expect.stringMatching(`^${answer}|^none`),
      ]);
      // After the response, the bytes left in the socket are discarded in one or two reads.
      await expect.poll(() => read()).toBeLessThan(half / 2);
    }
  });

  test.for([
    ["GET", "/health/live", "413"],
    ["POST", "/api/v1/users/login", "413"],
    ["POST", "/api/v1/nothing", "404"],
  ] as const)(
    "isn't taken apart further by the parser once it is refused (%s %s)",
    async ([method, path, status], { desk }) => {
      const push = vi.spyOn(IncomingMessage.prototype, "push");
      try {
        const chunks = Array<string>(10_000).fill("x");
        expect(await send(desk, { method, path, chunks })).toMatch(status);
        // If this fails after an update of Node, see how the parser of a connection works now (guardParser).
        expect(push.mock.calls.length).toBeLessThan(200);
        // Node reuses the parsers of closed connections.
        const later = { path: "/api/v1/users/login", chunks: ['{"emai', 'l":1}'] };
        expect(await send(desk, later)).toMatch(/^400 .*email/);
      } finally {
        push.mockRestore();
      }
    },
  );

  test("does not delay an earlier request of its connection", async ({ desk }) => {
    const read = bytesReadBy(desk.app);
    const socket = connect(desk.port, "127.0.0.1").on("error", () => {});
    const first = `GET /api/v1/health/check HTTP/1.1\r\nhost: ${desk.host}\r\n\r\n`;
    const second = `POST /api/v1/users/login HTTP/1.1\r\nhost: ${desk.host}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const sent = 6 * 10 ** 5;
    socket.write(`${first}${second}${"1\r\nx\r\n".repeat(sent / 6)}`);
    await streamText(socket).catch(() => "");
    await expect.poll(() => read()).toBeLessThan(sent / 2);
  });

  base("wakes its reader once for all chunks of one read from the socket", async () => {
    let parts = 0;
    const server = createServer((request, response) => {
      const read = async () => {
        const limits = { maxBytes: 2000, pace: theTimeouts.body, tooLarge: "" };
        let bytes = 0;
        for await (const part of streamBody(request, limits))
          [parts, bytes] = [parts + 1, bytes + part.length];
        response.end(`{"message":"${bytes}"}`);
      };
      void read();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const chunks = Array<string>(900).fill("x");
    expect(await send({ port, host: "localhost" }, { path: "/", chunks })).toBe("200 900");
    expect(parts).toBeLessThan(10);
    server.close();
  });
});
