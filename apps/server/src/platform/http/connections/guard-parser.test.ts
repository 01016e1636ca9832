import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { guardParser } from "./guard-parser.ts";

/** A connection whose parser has fields like Node's, and counts the chunks that reach it. */
function connection(headers: Record<string, string> = { "transfer-encoding": "chunked" }) {
  let taken = 0;
  const parser: Record<string, unknown> = {
    onIncoming: () => 0,
    3: function parserOnBody() {
      taken += 1;
    },
  };
  guardParser({ parser, writable: true, once: () => {} } as unknown as Socket);
  (parser["onIncoming"] as (request: object) => void)({ headers });
  return {
    receive(chunks: number, bytes: number) {
      for (let i = 0; i < chunks; i += 1)
        (parser[3] as ((chunk: Uint8Array) => void) | null)?.(new Uint8Array(bytes));
    },
    taken: () => taken,
  };
}

test("all connections together may send a limited number of small chunks in one run of the event loop", async () => {
  const flood = Array.from({ length: 200 }, connection);
  const [upload, later] = [connection(), connection()];
  for (const one of flood) one.receive(90, 1);
  upload.receive(90, 512);
  // Each of the 200 bodies gets its first chunk, and the chunk at which it is cut off.
  expect(flood.reduce((sum, { taken }) => sum + taken(), 0)).toBeLessThanOrEqual(1000 + 400);
  expect(upload.taken()).toBe(90);
  await setImmediate();
  later.receive(90, 1);
  expect(later.taken()).toBe(90);
});

test("small requests that come together all get their bodies", async () => {
  await setImmediate();
  const small = Array.from({ length: 3000 }, () => connection({ "content-length": "2" }));
  for (const one of small) one.receive(2, 1);
  const chunked = Array.from({ length: 3000 }, () => connection());
  for (const one of chunked) one.receive(1, 2);
  expect(small.filter(({ taken }) => taken() < 2)).toEqual([]);
  expect(chunked.filter(({ taken }) => taken() < 1)).toEqual([]);
  const body = connection();
  body.receive(2, 1);
  body.receive(1, 512);
  expect(body.taken()).toBe(3);
});

test("a body may have a limited number of small chunks", () => {
  const body = connection();
  body.receive(10_000, 1);
  expect(body.taken()).toBe(101);
});
