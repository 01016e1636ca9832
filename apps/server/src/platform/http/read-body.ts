import type { IncomingMessage } from "node:http";
import { ApiFailure } from "../errors.ts";

/**
 * The whole body, because whoever asks reads it whole; whatever Content-Length says, no more than `most` bytes are read.
 * Throws PAYLOAD_TOO_LARGE, after which the connection has to be closed: nobody reads the rest.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamBody(request, most)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same piece by piece; `whole` is called when the last one has been taken. */
export async function* streamBody(
  request: IncomingMessage,
  most: number,
  whole: () => void = () => {},
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge();
  let bytes = 0;
  // Not destroyed, so that the answer still gets out.
  const read = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of read) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge();
    yield chunk;
  }
  whole();
}

function tooLarge(): ApiFailure {
  return new ApiFailure("PAYLOAD_TOO_LARGE", "The body is too large.");
}
