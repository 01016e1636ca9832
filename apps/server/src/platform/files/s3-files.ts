import { AwsClient } from "aws4fetch";
import type { S3Config } from "../config.ts";
import { ApiFailure } from "../errors.ts";
import type { FileStore } from "./file-store.ts";

const timeoutMs = 15_000;

/** Files in a bucket of S3-compatible storage, addressed by path. Throws PROVIDER_ERROR if the storage fails. */
export function s3Files(config: S3Config): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const send = async (method: string, key: string, body?: Uint8Array, type?: string) => {
    const init = {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined
        ? {}
        : { body: new Uint8Array(body), headers: { "content-type": type ?? "" } }),
    };
    const answer = await client.fetch(`${endpoint}/${bucket}/${key}`, init).catch(() => null);
    if (answer !== null && (answer.ok || answer.status === 404)) return answer;
    await answer?.body?.cancel();
    throw new ApiFailure("PROVIDER_ERROR", "The file storage is unavailable. Try again.");
  };
  return {
    async read(key) {
      const answer = await send("GET", key);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      await answer.body?.cancel();
      return null;
    },
    async has(key) {
      const answer = await send("HEAD", key);
      await answer.body?.cancel();
      return answer.ok;
    },
    async write(key, bytes, type) {
      const answer = await send("PUT", key, bytes, type);
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
