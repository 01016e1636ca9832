import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { s3Files } from "./s3-files.ts";

/** A local bucket: stores files, and answers requests that are signed with the configured access key. */
async function openBucket() {
  const stored = new Map<string, { bytes: Buffer; type: string }>();
  const seen: string[] = [];
  let failing = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = request.url ?? "";
      seen.push(`${request.method} ${key}`);
      if (failing > 0) {
        failing -= 1;
        return response.writeHead(503).end();
      }
      const signed = /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-1\/s3\/aws4_request/;
      if (!signed.test(request.headers.authorization ?? "")) return response.writeHead(403).end();
      if (!key.startsWith("/pictures/")) return response.writeHead(404).end();
      if (request.method === "PUT")
        stored.set(key, {
          bytes: Buffer.concat(chunks),
          type: request.headers["content-type"] ?? "",
        });
      if (request.method === "DELETE") stored.delete(key);
      if (request.method === "DELETE") return response.writeHead(204).end();
      const found = stored.get(key);
      if (found === undefined) return response.writeHead(404).end("<Error/>");
      const { length } = found.bytes;
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      const [from, to] = [Number(range?.[1] ?? 0), Number(range?.[2] ?? length - 1)];
      const about = { "content-range": `bytes ${from}-${Math.min(to, length - 1)}/${length}` };
      response.writeHead(range === null ? 200 : 206, range === null ? {} : about);
      return response.end(request.method === "GET" ? found.bytes.subarray(from, to + 1) : "");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    stored,
    seen,
    fail: (times: number) => (failing = times),
    config: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: "pictures",
      region: "eu-1",
      accessKeyId: "key-id",
      secretAccessKey: "not told",
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Tests that apply to every file store. */
async function expectKeeps(files: FileStore): Promise<void> {
  const [one, two] = ["up/a/360.avif", "up/a/640.webp"];
  expect(await files.read(one)).toBeNull();
  expect(await files.has(one)).toBe(false);
  await files.write(one, Buffer.from("first"), "image/avif");
  await files.write(one, Buffer.from("second"), "image/avif");
  await files.write(two, Buffer.alloc(300_000, 7), "image/webp");
  expect(Buffer.from((await files.read(one)) ?? []).toString()).toBe("second");
  expect((await files.read(two))?.byteLength).toBe(300_000);
  const part = await files.readPart(one, 2, 5);
  expect([Buffer.from(part?.bytes ?? []).toString(), part?.size]).toEqual(["con", 6]);
  expect(await files.readPart(two, 299_990, 400_000)).toMatchObject({
    bytes: { byteLength: 10 },
    size: 300_000,
  });
  expect(await files.readPart("up/a/never.avif", 0, 5)).toBeNull();
  const opened = await files.open(two);
  for (const [from, to, length] of [
    [0, 65_536, 65_536],
    [262_144, 327_680, 37_856],
  ] as const)
    expect(await opened?.readPart(from, to)).toMatchObject({
      bytes: { byteLength: length },
      size: 300_000,
    });
  await opened?.close();
  const never = await files.open("up/a/never.avif");
  expect((await never?.readPart(0, 5)) ?? null).toBeNull();
  expect(await files.has(one)).toBe(true);
  await files.remove([one, "up/a/never.avif"]);
  expect(await files.read(one)).toBeNull();
  expect((await files.read(two))?.byteLength).toBe(300_000);
  await files.remove([two]);
  await files.remove([two]);
}

test("a folder stores complete files, and no empty folders", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "vetrina-files-"));
  try {
    const files = folderFiles(root);
    await expectKeeps(files);
    expect(await readdir(path.join(root, "up"))).toEqual([]);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => files.write("up/b/x", Buffer.alloc(50_000, i), "")),
    );
    expect(new Set(await files.read("up/b/x")).size).toBe(1);
    expect(await readdir(path.join(root, "up/b"))).toEqual(["x"]);
  } finally {
    await rm(root, { recursive: true });
  }
});

describe("a bucket", () => {
  test("stores files under their keys and types, with signed requests", async () => {
    const bucket = await openBucket();
    const files = s3Files(bucket.config);
    await expectKeeps(files);
    await files.write("up/c/640.webp", Buffer.from("x"), "image/webp");
    expect(bucket.stored.get("/pictures/up/c/640.webp")?.type).toBe("image/webp");
    await bucket.close();
  });

  test("is retried after a temporary failure, and reports an unreachable storage", async () => {
    const bucket = await openBucket();
    const files = s3Files(bucket.config);
    bucket.fail(1);
    await files.write("up/d/x", Buffer.from("x"), "image/webp");
    expect(bucket.stored.size).toBe(1);
    bucket.fail(9);
    const away = { code: "PROVIDER_ERROR", statusCode: 502 };
    await expect(files.read("up/d/x")).rejects.toMatchObject(away);
    bucket.fail(0);
    const other = s3Files({ ...bucket.config, bucket: "missing" });
    await expect(other.write("up/d/x", Buffer.from("x"), "")).rejects.toMatchObject(away);
    const otherAccount = s3Files({ ...bucket.config, accessKeyId: "who" });
    await expect(otherAccount.read("up/d/x")).rejects.toMatchObject(away);
    await bucket.close();
    await expect(files.read("up/d/x")).rejects.toMatchObject(away);
  });
});
