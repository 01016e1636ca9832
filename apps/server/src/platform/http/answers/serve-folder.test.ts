import { createHook } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "#tests/new-folder.ts";
import { answerError } from "./error-handler.ts";
import { serveFolder } from "./serve-folder.ts";

type Options = Partial<Parameters<typeof serveFolder>[1]>;

/** Serves these files. `ask` returns an answer, `callsOf` how often files and folders were opened or read for it. */
async function serving(content: Record<string, string | Buffer>, options: Options = {}) {
  const root = await newFolder("vetrina-files-");
  for (const [name, bytes] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), bytes);
  }
  const app = Fastify({ routerOptions: { maxParamLength: 300 } });
  app.setErrorHandler(answerError);
  await serveFolder(app, { root, prefix: "/media/", ...options });
  onTestFinished(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });
  const ask = (
    name: string,
    headers: Record<string, string> = {},
    method: "GET" | "HEAD" = "GET",
  ) => app.inject({ method, url: `/media/${name}`, headers });
  const callsOf = async (names: readonly string[], headers: Record<string, string> = {}) => {
    let calls = 0;
    const hook = createHook({
      init: (_id, type) => void (calls += type.startsWith("FSREQ") ? 1 : 0),
    }).enable();
    const answers = await Promise.all(names.map((name) => ask(name, headers)));
    await delay(50);
    hook.disable();
    return { calls, statuses: [...new Set(answers.map(({ statusCode }) => statusCode))] };
  };
  return { root, ask, callsOf };
}

test("files are immutable; folders, invalid names and failed preconditions are not server errors", async () => {
  const { ask } = await serving({ "shop/a.txt": "hello" });
  const statusOf = async (name: string, headers?: Record<string, string>) =>
    (await ask(name, headers)).statusCode;
  const answer = await ask("shop/a.txt");
  expect([answer.statusCode, answer.payload]).toEqual([200, "hello"]);
  expect(answer.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/plain; charset=utf-8",
    "content-length": "5",
  });
  for (const url of [
    "",
    "shop/",
    "shop",
    "shop/a.txt/",
    "shop//a.txt",
    "SHOP/a.txt",
    "b.txt",
    "%00",
    "shop/a.txt%00",
    "shop/../../secret",
    "..%2f..%2fsecret",
    "a".repeat(5000),
  ])
    expect([url.slice(0, 20), await statusOf(url)]).toEqual([url.slice(0, 20), 404]);
  expect(await statusOf("shop/a.txt", { range: "bytes=900-" })).toBe(200);
  expect(await statusOf("shop/a.txt", { "if-match": '"x"' })).toBe(412);
  const tag = String(answer.headers.etag);
  for (const known of [tag, `"x", W/${tag}`])
    expect(await statusOf("shop/a.txt", { "if-none-match": known })).toBe(304);
  for (const headers of [{ "if-match": tag }, { "if-match": "*" }, { "if-none-match": '"x"' }])
    expect(await statusOf("shop/a.txt", headers)).toBe(200);
});

test("a compressed file is sent to clients that accept it, and only under the name of its original", async () => {
  const { ask } = await serving({ "a.js": "plain", "a.js.br": "brotli", "b.br": "b" });
  const [plain, br] = [await ask("a.js"), await ask("a.js", { "accept-encoding": "gzip, br" })];
  expect([plain.payload, br.payload]).toEqual(["plain", "brotli"]);
  expect([plain.headers.vary, br.headers.vary]).toEqual(["accept-encoding", "accept-encoding"]);
  expect(br.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-encoding": "br",
  });
  expect(br.headers.etag).not.toBe(plain.headers.etag);
  expect((await ask("a.js.br")).statusCode).toBe(404);
  expect((await ask("b.br")).payload).toBe("b");
});

test("requests for unknown names read neither files nor folders", async () => {
  const { root, callsOf } = await serving(
    { "shop/a.avif": "a", "up/0/master.webp": "m", "shop/up/b.avif": "b" },
    { without: ["up"] },
  );
  const unknown = Array.from({ length: 20 }, (_, i) => [
    `none${i}.js`,
    `shop/none${i}/640.webp`,
    `up/none${i}`,
    "up/0/master.webp",
  ]).flat();
  const headers = { "accept-encoding": "br, gzip" };
  expect(await callsOf(unknown, headers)).toEqual({ calls: 0, statuses: [404] });
  // A file that was added later is unknown too.
  await writeFile(path.join(root, "later.avif"), "later");
  expect(await callsOf(["later.avif"])).toEqual({ calls: 0, statuses: [404] });
  expect((await callsOf(["shop/a.avif", "shop/up/b.avif"])).statuses).toEqual([200]);
});

test("files in memory are not read again, and stay although the folder changes", async () => {
  const { root, ask, callsOf } = await serving(
    { "a.js": "plain", "a.js.br": "brotli" },
    { inMemory: true },
  );
  await rm(root, { recursive: true });
  await mkdir(root);
  const names = Array.from({ length: 20 }, () => "a.js");
  expect(await callsOf(names)).toEqual({ calls: 0, statuses: [200] });
  expect((await ask("a.js", { "accept-encoding": "br" })).payload).toBe("brotli");
});

test("a large file is sent in parts, read only if its bytes are sent; one that was deleted is not found", async () => {
  const large = randomBytes(200_000);
  const { root, ask, callsOf } = await serving({ "large.avif": large });
  expect((await ask("large.avif")).rawPayload.equals(large)).toBe(true);
  const head = await ask("large.avif", {}, "HEAD");
  expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([
    200,
    "200000",
    0,
  ]);
  const tag = String(head.headers.etag);
  expect(await callsOf(["large.avif"], { "if-none-match": tag })).toEqual({
    calls: 0,
    statuses: [304],
  });
  await rm(path.join(root, "large.avif"));
  const gone = await ask("large.avif");
  expect([gone.statusCode, gone.headers.etag]).toEqual([404, undefined]);
});

test("a folder that doesn't exist has no files", async () => {
  const { ask } = await serving({}, { root: "/nonexistent" });
  expect((await ask("a.txt")).statusCode).toBe(404);
});
