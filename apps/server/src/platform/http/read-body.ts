import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../errors.ts";

/**
 * The whole body, because whoever asks reads it whole; whatever Content-Length says, no more than `most` bytes are read.
 * Throws PAYLOAD_TOO_LARGE, after which the connection has to be closed: nobody reads the rest.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not destroyed, so that the answer still gets out.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiFailure {
  return new ApiFailure("PAYLOAD_TOO_LARGE", "The body is too large.");
}
