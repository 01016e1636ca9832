import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { ApiFailure } from "../errors.ts";
import type { ServedPicture } from "../pictures/media.ts";

/** Larger pictures are sent in parts of this size, each once the client has read the previous one. */
const partBytes = 64 * 1024;
/** The maximum size of all pictures that are being sent in parts. Each counts once, however many clients read it. */
const maxHeldBytes = 256 * 1024 * 1024;

type Held = { picture: ServedPicture; readers: number };

/**
 * Sends pictures. If a large one were given to a thousand sockets at once, it would block the event loop for seconds,
 * and each client that reads slowly would hold a copy in memory.
 */
export function pictureSender(limit = maxHeldBytes) {
  const held = new Map<string, Held>();
  let heldBytes = 0;

  function hold(file: string, picture: ServedPicture): Held {
    const size = picture.bytes.byteLength;
    const one = held.get(file) ?? { picture, readers: 0 };
    if (one.readers === 0) {
      if (heldBytes + size > limit)
        throw new ApiFailure("SERVER_BUSY", "Too many large pictures are being sent. Try again.", {
          retryAfterSeconds: 2,
        });
      held.set(file, one);
      heldBytes += size;
    }
    one.readers += 1;
    return one;
  }

  function release(file: string, one: Held): void {
    one.readers -= 1;
    if (one.readers > 0) return;
    held.delete(file);
    heldBytes -= one.picture.bytes.byteLength;
  }

  return {
    /** The picture of this file that is being sent right now. */
    underWay: (file: string): ServedPicture | undefined => held.get(file)?.picture,
    /** Throws SERVER_BUSY if too many large pictures are being sent. */
    send(reply: FastifyReply, file: string, picture: ServedPicture): FastifyReply {
      reply.type(picture.type);
      if (picture.bytes.byteLength <= partBytes) return reply.send(bufferOf(picture));
      const one = hold(file, picture);
      const whole = bufferOf(one.picture);
      const parts = Readable.from(partsOf(whole), { objectMode: false, highWaterMark: partBytes });
      parts.once("close", () => release(file, one));
      return reply.header("content-length", whole.byteLength).send(parts);
    },
  };
}

function bufferOf({ bytes }: ServedPicture): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function* partsOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.byteLength; at += partBytes) yield whole.subarray(at, at + partBytes);
}
