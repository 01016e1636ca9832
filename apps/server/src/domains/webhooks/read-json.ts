import { hasMoreSymbols, isDeeperThan } from "../../platform/http/bodies/json-scan.ts";
import { pace } from "../../platform/event-loop/pace.ts";

const maxDepth = 30;
/**
 * Maximum number of `{`, `[`, `,` and `:`. JSON.parse takes ten times as long for an object with many fields as for a
 * string of the same size. Providers' events have up to about 1,000.
 */
const maxSymbols = 8000;

/** Larger bodies wait in pace(), so that each iteration of the event loop parses for only a few milliseconds. */
const smallBytes = 1024;

/**
 * Parses the body of a caller whose signature isn't verified yet. Resolves to null if it isn't JSON, is too deep or has
 * too many values.
 */
export async function readJson(body: Uint8Array): Promise<unknown> {
  if (body.length > smallBytes) await pace();
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isDeeperThan(bytes, maxDepth) || hasMoreSymbols(bytes, maxSymbols)) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
