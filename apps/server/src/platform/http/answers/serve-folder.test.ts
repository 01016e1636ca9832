import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { newFolder } from "#tests/new-folder.ts";
import { answerError } from "./error-handler.ts";
import { serveFolder } from "./serve-folder.ts";

test("files are immutable; folders, invalid names and failed preconditions are not server errors", async () => {
  const root = await newFolder("vetrina-files-");
  await mkdir(path.join(root, "up"));
  await writeFile(path.join(root, "up/a.txt"), "hello");
  const app = Fastify({ routerOptions: { maxParamLength: 300 } });
  app.setErrorHandler(answerError);
  await serveFolder(app, { root, prefix: "/media/" });
  const ask = async (url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: `/media/${url}`, headers })).statusCode;

  expect(await ask("up/a.txt")).toBe(200);
  for (const url of [
    "",
    "up/",
    "up",
    "up/a.txt/",
    "b.txt",
    "%00",
    "up/a.txt%00",
    "up/../../secret",
    "..%2f..%2fsecret",
    "a".repeat(5000),
  ])
    expect([url.slice(0, 20), await ask(url)]).toEqual([url.slice(0, 20), 404]);
  expect(await ask("up/a.txt", { range: "bytes=900-" })).toBe(200);
  expect(await ask("up/a.txt", { "if-match": '"x"' })).toBe(412);
  expect(await ask("up/a.txt", { "if-unmodified-since": "Mon, 01 Jan 1990 00:00:00 GMT" })).toBe(
    412,
  );
  await app.close();
  await rm(root, { recursive: true });
});
