import { maxPictureBytes } from "../../../platform/pictures/picture-bounds.ts";
import { safeFetch } from "../../../platform/network/safe-fetch.ts";

/** Fetches a picture's bytes from another host. Throws SafeFetchError. */
export type FetchPicture = (url: string) => Promise<Uint8Array>;

/** Returns a function that fetches from public addresses only; in tests, also from this machine. */
export function fetchPictureFrom(env: Readonly<Record<string, string | undefined>>): FetchPicture {
  const options = {
    timeoutMs: 10_000,
    maximumBytes: maxPictureBytes,
    maximumRedirects: 3,
    allowLoopback: env["IMPORT_FROM_LOOPBACK"] === "for tests",
  };
  return async (url) => (await safeFetch(url, options)).body;
}
