import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyDerivation, loadSecret } from "./secret.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vetrina-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("processes that start together create one secret, readable by its owner only", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => loadSecret(folder, null)));
  expect(new Set(made.map(String)).size).toBe(1);
  expect(made[0]?.length).toBe(43);
  expect(await readdir(folder)).toEqual(["secret.key"]);
  expect((await stat(path.join(folder, "secret.key"))).mode & 0o777).toBe(0o600);
});

test("an empty or truncated file is rejected, because its keys could be guessed", async () => {
  for (const content of ["", "\n", "short"]) {
    await writeFile(path.join(folder, "secret.key"), content);
    await expect(loadSecret(folder, null)).rejects.toThrow(/damaged/);
  }
});

test("each purpose has its own key", () => {
  const key = keyDerivation(Buffer.alloc(32, 1));
  expect(key("a")).toEqual(key("a"));
  expect(key("a")).not.toEqual(key("b"));
});
