import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { guardParser } from "./guard-parser.ts";

/** A connection whose parser has fields like Node's, and counts the chunks that reach it. */
function connection() {
  let taken = 0;
  const parser: Record<string, unknown> = {
    onIncoming: () => 0,
    3: function parserOnBody() {
      taken += 1;
    },
  };
  guardParser({ parser, writable: true, once: () => {} } as unknown as Socket);
  (parser["onIncoming"] as (request: object) => void)({});
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
  // Each body gets the one chunk that is one too many.
  expect(flood.reduce((sum, { taken }) => sum + taken(), 0)).toBeLessThanOrEqual(1000 + 200);
  expect(upload.taken()).toBe(90);
  await setImmediate();
  later.receive(90, 1);
  expect(later.taken()).toBe(90);
});

test("a body may have a limited number of small chunks", () => {
  const body = connection();
  body.receive(10_000, 1);
  expect(body.taken()).toBe(101);
});
