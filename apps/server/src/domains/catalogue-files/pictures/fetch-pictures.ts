import type { StoredPicture } from "../../../platform/pictures/media.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import { SafeFetchError } from "../../../platform/network/safe-fetch.ts";
import { countFailure, noWaits, type PictureWaits, reasonToSkip, timed } from "./picture-waits.ts";

/** A picture that could not be fetched, with the line of the file that refers to it. */
export type MissingPicture = { row: number; url: string; reason: string };

export type FetchedPictures = { fetched: Map<string, StoredPicture>; missing: MissingPicture[] };

const together = 4;

/**
 * Fetches and stores pictures, four at a time. Skips pictures of hosts that keep failing, and all pictures once the
 * import has used up its time; these count as missing. Updates `waits`, which the import passes on to the next call.
 */
export async function fetchPictures(
  pictures: readonly { url: string; row: number }[],
  get: (url: string) => Promise<Uint8Array>,
  keep: (bytes: Uint8Array) => Promise<StoredPicture>,
  waits: PictureWaits = noWaits(),
): Promise<FetchedPictures> {
  const fetched = new Map<string, StoredPicture>();
  const missing: MissingPicture[] = [];
  let next = 0;
  async function work() {
    for (let picture = pictures[next++]; picture !== undefined; picture = pictures[next++]) {
      const { host, hostname } = new URL(picture.url);
      const refused = reasonToSkip(waits, hostname, host);
      if (refused !== null) missing.push({ ...picture, reason: refused });
      else
        try {
          const bytes = await timed(waits, () => get(picture.url));
          waits.hosts.delete(host);
          fetched.set(picture.url, await keep(bytes));
        } catch (error) {
          missing.push({ ...picture, reason: reasonOf(error) });
          if (isUnreachable(error)) countFailure(waits, host);
          else waits.hosts.delete(host);
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

// Returns why a picture could not be fetched. Rethrows errors that the picture didn't cause, such as a full disk.
function reasonOf(error: unknown): string {
  if (error instanceof SafeFetchError) return error.message;
  if (error instanceof ApiFailure && error.code === "VALIDATION_FAILED")
    return error.message.toLowerCase().startsWith("use a picture:")
      ? "the file at this address is not a JPEG, PNG, WebP, AVIF or GIF picture"
      : error.message;
  throw error;
}
