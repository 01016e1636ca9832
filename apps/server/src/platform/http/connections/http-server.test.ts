import { connect, type Socket } from "node:net";
import { text as streamText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, vi } from "vitest";
import { basePath } from "@vetrina/contract/api";
import { waitLimit } from "#tests/wait-limit.ts";
import { test as base } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { theTimeouts } from "../timeouts.ts";

const answerMs = 1000;
const large = Buffer.alloc(64 * 2 ** 20, "x");

type Desk = {
  app: FastifyInstance;
  /** The number of requests received, the number still running, and the maximum that ran at the same time. */
  calls: { begun: number; open: number; maxOpen: number };
  open: () => Socket;
};

const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => {
    const app = buildApp(world.services, {
      rateLimits: false,
      checkResponses: true,
      trustProxy: false,
      timeouts: { ...theTimeouts, answerMs },
    });
    const calls = { begun: 0, open: 0, maxOpen: 0 };
    app.addHook("onRequest", async () => {
      calls.begun += 1;
      calls.open += 1;
      calls.maxOpen = Math.max(calls.open, calls.maxOpen);
    });
    app.addHook("onResponse", async () => {
      calls.open -= 1;
    });
    app.get("/large", (_request, reply) => reply.send(large));
    app.get("/late", async () => {
      await delay(2 * answerMs);
      return "late";
    });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const sockets: Socket[] = [];
    const open = () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      sockets.push(socket);
      return socket;
    };
    await use({ app, calls, open });
    for (const socket of sockets) socket.destroy();
    await app.close();
  },
});

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const last = "connection: close\r\n";

const connectionsOf = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });

describe("requests of one connection", () => {
  test("are answered one after the other, in order", async ({ desk: { open, calls } }) => {
    const socket = open();
    const paths = ["/health/live", `${basePath}/system/version`, "/late", "/missing"];
    socket.write(paths.map((path) => get(path)).join("") + get("/health/live", last));
    const answered = await streamText(socket);
    const codes = [...answered.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code);
    expect(codes).toEqual(["200", "200", "200", "404", "200"]);
    expect(calls).toEqual({ begun: 5, open: 0, maxOpen: 1 });
  });

  test("that are pipelined by the hundreds close the connection, and only one of them is handled", async ({
    desk: { app, open, calls },
  }) => {
    const socket = open();
    socket.write(get(`${basePath}/openapi.json`).repeat(300));
    await vi.waitFor(() => expect(calls.begun).toBeGreaterThan(0), waitLimit);
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0), 10_000);
    expect(calls.begun).toBe(1);
    // Clients that send one request at a time are still served.
    const other = open();
    other.write(get("/health/live", last));
    expect(await streamText(other)).toContain("200 OK");
  });

  test.for([
    ["", get("/missing")],
    [" without a Host", "GET /missing HTTP/1.1\r\n\r\n"],
    [" with an unknown Expect", get("/missing", "expect: x\r\n")],
    [" without a path", get("*")],
    [" with many headers", get("/missing", "a:\r\n".repeat(201))],
  ])(
    "that are pipelined%s are no longer parsed once the connection is closed",
    async ([, request], { desk: { app, open } }) => {
      let parsed = 0;
      const count = () => (parsed += 1);
      app.server.on("request", count).on("checkExpectation", count);
      const socket = open().resume();
      socket.write(request?.repeat(70_000 / request.length) ?? "");
      await new Promise((resolve) => socket.once("close", resolve));
      // If this fails after an update of Node, see how the parser of a connection works now (guardParser).
      expect(parsed).toBeLessThan(20);
    },
  );

  test("need a Host unless they are of HTTP/1.0, and may have 200 headers", async ({
    desk: { open },
  }) => {
    const first = async (text: string) => {
      const socket = open();
      socket.write(text);
      return (await streamText(socket)).split("\r\n")[0];
    };
    expect(await first("GET /health/live HTTP/1.0\r\n\r\n")).toBe("HTTP/1.1 200 OK");
    expect(await first(`GET /health/live HTTP/1.1\r\n${last}\r\n`)).toBe(
      "HTTP/1.1 400 Bad Request",
    );
    const headers = (count: number) => get("/health/live", `${"a:\r\n".repeat(count - 2)}${last}`);
    expect(await first(headers(200))).toBe("HTTP/1.1 200 OK");
    expect(await first(headers(201))).toBe("HTTP/1.1 413 Payload Too Large");
  });

  test.for([
    ["content-type", "a/b;", "x=1;"],
    ["if-match", "", ","],
    ["if-none-match", "", ","],
    ["accept", "", "*/*,"],
    ["accept-encoding", "", "*;"],
    ["accept-language", "", "en,"],
    ["range", "bytes=", "0-1,"],
    ["x-forwarded-for", "", "1.1.1.1,"],
  ])(
    "with a long %s are refused before anything takes it apart",
    async ([name = "", start = "", part = ""], { desk: { open, calls } }) => {
      const first = async (value: string) => {
        const socket = open();
        socket.write(get(`${basePath}/openapi.json`, `${name}: ${value}\r\n${last}`));
        return (await streamText(socket)).split("\r\n")[0];
      };
      expect(await first(start + part.repeat(12_000 / part.length))).toBe(
        "HTTP/1.1 413 Payload Too Large",
      );
      expect(calls.begun).toBe(0);
      expect(await first(start + part.repeat(240 / part.length))).toMatch(/ (?:[2-4]\d\d) /);
      expect(calls.begun).toBe(1);
    },
  );

  test("close the connection if the response is not read, but not if it is late or read slowly", async ({
    desk: { app, open },
  }) => {
    const unread = open();
    unread.write(get("/large"));
    const late = open();
    late.write(get("/late", last));
    const slow = open();
    slow.write(get("/large", last));
    const [lateText, size] = await Promise.all([streamText(late), readSlowly(slow)]);
    expect(lateText).toContain("late");
    expect(size).toBeGreaterThan(large.length);
    await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(0), 10_000);
  });
});

async function ask(open: Desk["open"], target: string): Promise<string | undefined> {
  const socket = open();
  socket.write(get(target, last));
  return (await streamText(socket)).split("\r\n")[0];
}

describe("a request's target", () => {
  test("may be a whole URL, whose host is ignored and cut off before it is parsed", async ({
    desk: { open },
  }) => {
    const long = encodeURIComponent("一".repeat(1000));
    for (const host of ["x", "shop.example:8443", long, `a@${long}`])
      expect(await ask(open, `http://${host}/health/live?a=1`)).toBe("HTTP/1.1 200 OK");
    expect(await ask(open, `HTTP://${long}?a=1`)).toBe("HTTP/1.1 404 Not Found");
  });

  test("is rejected if it has no path", async ({ desk: { open, calls } }) => {
    for (const target of [
      "*",
      "*.evil.example/health/live",
      "*@evil.example/",
      "ftp://x/health/live",
    ])
      expect(await ask(open, target)).toBe("HTTP/1.1 400 Bad Request");
    expect(calls.begun).toBe(0);
  });
});

async function readSlowly(socket: Socket): Promise<number> {
  let size = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    const before = Math.floor(size / (large.length / 8));
    size += chunk.length;
    if (Math.floor(size / (large.length / 8)) > before) await delay(answerMs / 4);
  }
  return size;
}
