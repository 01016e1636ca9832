import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { packFile, sendFile } from "./packed-file.ts";

const line = `${"<url/>".repeat(1000)}\n`;

function* manyLines() {
  for (let i = 0; i < 1000; i += 1) yield line;
}

test("other work runs while a file is written", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { size } = await packFile(manyLines());
  isDone = true;
  expect(size).toBe(1000 * line.length);
  expect(turns).toBeGreaterThan(10);
});

test("a file is unpacked as it is read, and not at all for a HEAD request", async () => {
  const file = await packFile(manyLines());
  const sent: unknown[] = [];
  const app = Fastify();
  app.addHook("onSend", (_request, _reply, payload, done) => {
    sent.push(payload);
    done();
  });
  app.route({
    method: ["GET", "HEAD"],
    url: "/",
    handler: (request, reply) => sendFile(request, reply, file),
  });
  const whole = await app.inject("/");
  expect(whole.body).toBe(line.repeat(1000));
  expect(whole.headers["content-length"]).toBe(String(file.size));
  expect(sent[0]).toBeInstanceOf(Readable);
  const head = await app.inject({ method: "HEAD", url: "/" });
  expect([head.body, head.headers["content-length"]]).toEqual(["", String(file.size)]);
  expect(sent.slice(1).some((payload) => payload instanceof Readable)).toBe(false);
  const packed = await app.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
  expect(packed.rawPayload.equals(file.bytes)).toBe(true);
});
