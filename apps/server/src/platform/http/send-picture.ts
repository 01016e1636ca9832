import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FileStore } from "../files/file-store.ts";
import type { ServedPicture } from "../pictures/media.ts";
import { partBytes } from "../pictures/picture-bounds.ts";

/**
 * Sends a picture. A large one is read from its file while it is sent: a thousand sockets that got all of it at once
 * would block the event loop for seconds, and each client that reads slowly would hold it in memory.
 */
export function sendPicture(
  reply: FastifyReply,
  files: FileStore,
  file: string,
  picture: ServedPicture,
): FastifyReply {
  reply.type(picture.type);
  if (picture.size <= partBytes) return reply.send(Buffer.from(picture.bytes));
  const parts = Readable.from(partsOf(files, file, picture), {
    objectMode: false,
    highWaterMark: partBytes,
  });
  return reply.header("content-length", picture.size).send(parts);
}

async function* partsOf(
  files: FileStore,
  file: string,
  { bytes, size }: ServedPicture,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += partBytes) yield bytes.subarray(at, at + partBytes);
  for (let at = bytes.byteLength; at < size;) {
    const part = await files.readPart(file, at, at + partBytes);
    if (part?.size !== size || part.bytes.byteLength === 0)
      throw new Error(`${file} changed while it was sent.`);
    yield part.bytes;
    at += part.bytes.byteLength;
  }
}
