import type { IncomingMessage } from "node:http";
import { readBody } from "./read-body.ts";

/** A page's form holds a few fields: as much as the API takes. */
export const mostFormBytes = 1024 * 1024;

/** The whole form; throws PAYLOAD_TOO_LARGE as readBody() does. */
export function readForm(request: IncomingMessage): Promise<Buffer> {
  return readBody(request, mostFormBytes);
}
