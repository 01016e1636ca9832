import type { StoredPicture } from "../../../platform/pictures/media.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";

/** A picture that could not be fetched, with the line of the file that refers to it. */
export type MissingPicture = { row: number; url: string; reason: string };

export type FetchedPictures = { fetched: Map<string, StoredPicture>; missing: MissingPicture[] };

const together = 4;
const failuresInARow = 3;

/**
 * Fetches and stores pictures, four at a time. A host that can't be reached three times in a row is skipped, and its
 * other pictures count as missing. `failures` counts per host and is passed on to the next call.
 */
export async function fetchPictures(
  pictures: readonly { url: string; row: number }[],
  get: (url: string) => Promise<Uint8Array>,
  keep: (bytes: Uint8Array) => Promise<StoredPicture>,
  failures: Map<string, number> = new Map(),
): Promise<FetchedPictures> {
  const fetched = new Map<string, StoredPicture>();
  const missing: MissingPicture[] = [];
  let next = 0;
  async function work() {
    for (let picture = pictures[next++]; picture !== undefined; picture = pictures[next++]) {
      const { host } = new URL(picture.url);
      const failed = failures.get(host) ?? 0;
      if (failed >= failuresInARow)
        missing.push({ ...picture, reason: `not tried, because ${host} doesn't respond` });
      else
        try {
          fetched.set(picture.url, await keep(await get(picture.url)));
          failures.set(host, 0);
        } catch (error) {
          missing.push({ ...picture, reason: reasonOf(error) });
          failures.set(host, isUnreachable(error) ? (failures.get(host) ?? 0) + 1 : 0);
        }
    }
  }
  await Promise.all(Array.from({ length: together }, work));
  missing.sort((a, b) => a.row - b.row);
  return { fetched, missing };
}

function isUnreachable(error: unknown): boolean {
  return error instanceof SafeFetchError && error.reason === "unreachable";
}

// Any other error, such as a full disk, is not caused by the picture, so it ends the import.
function reasonOf(error: unknown): string {
  if (error instanceof SafeFetchError) return error.message;
  if (error instanceof ApiFailure && error.code === "VALIDATION_FAILED")
    return error.message.toLowerCase().startsWith("use a picture:")
      ? "the file at this address is not a JPEG, PNG, WebP, AVIF or GIF picture"
      : error.message;
  throw error;
}
