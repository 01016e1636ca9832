import { AwsClient } from "aws4fetch";
import type { S3Config } from "../config.ts";
import { ApiFailure } from "../errors.ts";
import type { FileStore } from "./file-store.ts";

const timeoutMs = 15_000;

/** Files in a bucket of S3-compatible storage, addressed by path. Throws PROVIDER_ERROR if the storage fails. */
export function s3Files(config: S3Config): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const send = async (
    method: string,
    key: string,
    more: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ) => {
    const init = { method, signal: AbortSignal.timeout(timeoutMs), ...more };
    const answer = await client.fetch(`${endpoint}/${bucket}/${key}`, init).catch(() => null);
    if (answer !== null && (answer.ok || answer.status === 404)) return answer;
    await answer?.body?.cancel();
    throw new ApiFailure("PROVIDER_ERROR", "The file storage is unavailable. Try again.");
  };
  const readPart = async (key: string, from: number, to: number) => {
    const answer = await send("GET", key, { headers: { range: `bytes=${from}-${to - 1}` } });
    if (!answer.ok) {
      await answer.body?.cancel();
      return null;
    }
    const bytes = new Uint8Array(await answer.arrayBuffer());
    // Storage that doesn't support range requests returns the whole file.
    if (answer.status !== 206) return { bytes: bytes.slice(from, to), size: bytes.byteLength };
    const size = Number(answer.headers.get("content-range")?.split("/")[1]);
    return { bytes, size };
  };
  return {
    async read(key) {
      const answer = await send("GET", key);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    readPart,
    // Nothing is open between two requests, so a missing file is noticed when its first part is read.
    open: async (key) => ({
      readPart: (from, to) => readPart(key, from, to),
      close: async () => {},
    }),
    async has(key) {
      const answer = await send("HEAD", key);
      await answer.body?.cancel();
      return answer.ok;
    },
    async write(key, bytes, type) {
      const body = new Uint8Array(bytes);
      const answer = await send("PUT", key, { body, headers: { "content-type": type } });
      await answer.body?.cancel();
      // A write gets a 404 only if the bucket does not exist; send() throws all other errors.
      if (!answer.ok)
        throw new ApiFailure(
          "PROVIDER_ERROR",
          "The file storage has no bucket with the configured name. Create it, or correct S3_BUCKET.",
        );
    },
    async remove(keys) {
      for (const key of keys) await (await send("DELETE", key)).body?.cancel();
    },
  };
}
