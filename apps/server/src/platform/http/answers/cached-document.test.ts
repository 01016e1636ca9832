import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { basePath } from "@vetrina/contract/api";
import { createClient } from "@vetrina/client/create-client";
import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { partBytes } from "../../files/file-store.ts";
import { inProcessTransport } from "../transport.ts";

test("the API's documents are sent compressed, and not sent again to a client that already has them", async ({
  world: { app },
}) => {
  for (const url of [`${basePath}/openapi.json`, `${basePath}/docs`]) {
    const get = (headers: Record<string, string>) => app.inject({ url, headers });
    const plain = await get({});
    expect([plain.statusCode, plain.headers["content-encoding"]]).toEqual([200, undefined]);
    const [br, gzip] = [
      await get({ "accept-encoding": "gzip, deflate, br" }),
      await get({ "accept-encoding": "gzip" }),
    ];
    expect([br.headers["content-encoding"], gzip.headers["content-encoding"]]).toEqual([
      "br",
      "gzip",
    ]);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gzip.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length);
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const [i, encoding] of ["", "br", "gzip"].entries()) {
      const headers = { "accept-encoding": encoding };
      expect(tags[i]).toMatch(/^"[\w-]{43}"$/);
      const again = await get({ ...headers, "if-none-match": `W/${tags[i]}` });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      expect((await get({ ...headers, "if-none-match": '"older"' })).statusCode).toBe(200);
      expect(again.headers.vary).toBe("Accept-Encoding");
    }
  }
});

test("an uncompressed document is sent in parts, and none of it answers a HEAD request", async ({
  world: { app },
}) => {
  const url = `${basePath}/openapi.json`;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  let writes: { mock: { calls: unknown[][] } }[] = [];
  const sizes = () =>
    writes
      .flatMap(({ mock }) => mock.calls)
      .flatMap(([chunk]) => (chunk instanceof Uint8Array ? [chunk.byteLength] : []));
  app.server.prependListener("request", (_request, response: ServerResponse) => {
    writes = [vi.spyOn(response, "write"), vi.spyOn(response, "end")];
  });
  const address = `http://127.0.0.1:${port}${url}`;
  const headers = { "accept-encoding": "identity" };
  const answer = await fetch(address, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.equals((await app.inject(url)).rawPayload)).toBe(true);
  expect(answer.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(sizes().length).toBeGreaterThan(5);
  expect(Math.max(...sizes())).toBeLessThanOrEqual(partBytes);
  const head = await fetch(address, { headers, method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(sizes()).toEqual([]);
});

test("calls from our own pages write no log line, other calls write one", async ({ world }) => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const app = buildApp(
    { ...world.services, log },
    { rateLimits: false, checkResponses: false, trustProxy: false },
  );
  const id = await seedStore(world);
  const page = createClient({
    baseUrl: "http://localhost",
    transport: inProcessTransport(app, { ip: "192.0.2.1", host: "localhost" }),
  });
  await page.stores.getStore({ id });
  expect(lines).toEqual([]);
  // Requests from outside don't know the process's secret, so their header is ignored.
  await app.inject({ url: `${basePath}/stores/${id}`, headers: { "x-in-process": "yes" } });
  expect(lines).toHaveLength(1);
  await app.close();
});
