import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { busyFor, countTicks } from "../../event-loop/ticks.fixture.ts";
import { formType, maxFormBytes, readForm } from "./read-form.ts";

let server: Server;
let url = "";
let most = 0;

beforeEach(async () => {
  server = createServer((request, response) => {
    readForm(request).then(
      (form) => response.end(String(form.length)),
      (error: unknown) => {
        response.writeHead((error as { statusCode: number }).statusCode, { connection: "close" });
        response.end();
      },
    );
    request.on("close", () => (most = request.socket.bytesRead));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function streamOf(megabytes: number): ReadableStream<Uint8Array> {
  let left = megabytes * 16;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(65_536));
      else controller.close();
    },
  });
}

async function post(body: string | Uint8Array | ReadableStream<Uint8Array>): Promise<Response> {
  const headers = { "content-type": formType };
  const init = { method: "POST", body, headers, duplex: "half" };
  return fetch(url, init as RequestInit);
}

test("reads a whole form up to the limit", async () => {
  expect(await (await post("a=1")).text()).toBe("3");
  expect(await (await post(new Uint8Array(maxFormBytes))).text()).toBe(String(maxFormBytes));
});

test("rejects a larger form by its Content-Length, or by its bytes if it has none", async () => {
  expect((await post(new Uint8Array(maxFormBytes + 1))).status).toBe(413);
  expect((await post(streamOf(16))).status).toBe(413);
  expect(most).toBeLessThan(8 * 2 ** 20);
});

test("forms that arrive at once are parsed in different ticks of the event loop", async () => {
  const ticks = countTicks();
  const parse = vi.spyOn(Response.prototype, "formData").mockImplementation(async () => {
    ticks.note();
    // Blocks for longer than pace() lets work run in one iteration of the event loop (4 ms), as parsing many forms
    // would.
    busyFor(5);
    return new FormData();
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const form = Buffer.alloc(4000, "x");
  await Promise.all(
    Array.from({ length: 30 }, () => {
      const request = Object.assign(Readable.from([form]), { headers, complete: true });
      return readForm(request as unknown as IncomingMessage);
    }),
  );
  parse.mockRestore();
  ticks.end();
  expect(ticks.total()).toBe(30);
  expect(ticks.most()).toBeLessThanOrEqual(2);
});
