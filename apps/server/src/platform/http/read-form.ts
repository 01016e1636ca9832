import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../errors.ts";

/** A page's form holds a few fields: as much as the API takes. */
export const mostFormBytes = 1024 * 1024;

/**
 * The whole form, because a page's action reads it whole; whatever Content-Length says, no more than mostFormBytes is
 * read. Throws PAYLOAD_TOO_LARGE, after which the connection has to be closed: nobody reads the rest.
 */
export async function readForm(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > mostFormBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed, so that the answer still gets out.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > mostFormBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiFailure {
  return new ApiFailure("PAYLOAD_TOO_LARGE", "The form is too large.");
}
