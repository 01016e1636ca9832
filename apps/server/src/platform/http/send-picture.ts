import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { createFairQueue } from "../fair-queue.ts";
import type { FileStore } from "../files/file-store.ts";
import type { ServedPicture } from "../pictures/media.ts";
import { partBytes } from "../pictures/picture-bounds.ts";
import { networksAround } from "./callers/caller-address.ts";

/** The maximum number of parts that are read, or start to be sent, at once: in total, and for one network. */
const atOnce = { inAll: 32, ofNetwork: 16 };

/** The picture's file in the file store, and the address of the caller who gets it. */
type Delivery = { file: string; address: string };

/**
 * Returns a function that sends a picture. A large one is read from its file while it is sent: a thousand sockets that
 * got all of it at once would block the event loop for seconds, and each client that reads slowly would hold it in
 * memory. Networks and addresses take turns, so that a thousand fast clients don't delay others' requests either.
 */
export function pictureSender(files: FileStore) {
  const queue = createFairQueue({
    waiting: Infinity,
    atOnce: atOnce.inAll,
    atOnceOfTurn: atOnce.ofNetwork,
  });

  async function* partsOf(
    { file, address }: Delivery,
    { bytes, size }: ServedPicture,
  ): AsyncGenerator<Uint8Array> {
    const inTurn = <Result>(work: () => Promise<Result>) =>
      queue.run(work, { turns: networksAround(address) });
    for (let at = 0; at < bytes.byteLength; at += partBytes) {
      await inTurn(() => nextTurn());
      yield bytes.subarray(at, at + partBytes);
    }
    for (let at = bytes.byteLength; at < size;) {
      const part = await inTurn(() => files.readPart(file, at, at + partBytes));
      if (part?.size !== size || part.bytes.byteLength === 0)
        throw new Error(`${file} changed while it was sent.`);
      yield part.bytes;
      at += part.bytes.byteLength;
    }
  }

  return (reply: FastifyReply, delivery: Delivery, picture: ServedPicture): FastifyReply => {
    reply.type(picture.type);
    const { buffer, byteOffset, byteLength } = picture.bytes;
    // Sends a view of the bytes, not a copy, because concurrent requests share them.
    if (picture.size <= partBytes) return reply.send(Buffer.from(buffer, byteOffset, byteLength));
    const parts = Readable.from(partsOf(delivery, picture), {
      objectMode: false,
      highWaterMark: partBytes,
    });
    return reply.header("content-length", picture.size).send(parts);
  };
}
