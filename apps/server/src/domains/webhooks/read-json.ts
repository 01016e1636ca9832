import { countUpTo, isDeeperThan } from "../../platform/http/bodies/json-scan.ts";

const maxDepth = 30;
/**
 * Limits the values, because JSON.parse takes ten times as long for an object with many fields as for a string of the
 * same size. Events have hundreds of values.
 */
const maxValues = 3000;
const comma = 0x2c;

/**
 * Parses the body of a caller whose signature isn't verified yet. Returns null if it isn't JSON, is too deep or has too
 * many values.
 */
export function readJson(body: Uint8Array): unknown {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isDeeperThan(bytes, maxDepth) || countUpTo(maxValues, bytes, comma) > maxValues) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
