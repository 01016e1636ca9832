import type { IncomingHttpHeaders } from "node:http";

/**
 * Maximum lengths of the headers that the server or its libraries parse, several times what browsers and proxies send.
 * Node accepts 16 KB, which would take milliseconds to parse in each request. Other headers are only compared, copied
 * or ignored, or have a limit where they are read.
 */
const maxLengths: Readonly<Record<string, number>> = {
  accept: 500,
  "accept-encoding": 300,
  "accept-language": 500,
  "content-encoding": 300,
  "content-type": 300,
  "if-match": 300,
  "if-none-match": 1000,
  range: 300,
  "x-forwarded-for": 1000,
  "x-forwarded-host": 1000,
  "x-forwarded-proto": 300,
};
const limits = Object.entries(maxLengths);

/** Whether one of these headers is longer than its limit. Headers of the same name count together. */
export function hasLongHeader(headers: IncomingHttpHeaders): boolean {
  return limits.some(([name, max]) => (headers[name]?.length ?? 0) > max);
}
