import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { createFairQueue } from "../../fair-queue.ts";
import { type FilePart, partBytes } from "../../files/file-store.ts";
import { networksAround } from "../callers/caller-address.ts";

/** The maximum number of parts that are read, or start to be sent, at once: in total, and for one network. */
const atOnce = { inAll: 32, ofNetwork: 16 };

/** Runs `work` when it is the turn of one caller. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The content to send. `bytes` contains its first bytes, or all of them. */
export type Content = FilePart & {
  /** Reads bytes that are not in `bytes`. */
  readPart?: (from: number, to: number) => Promise<FilePart | null>;
};

export type PartSender = {
  /** Runs `work` when it is the turn of this address. */
  inTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result>;
  send(reply: FastifyReply, address: string, content: Content): FastifyReply;
};

/**
 * Sends large answers in parts, each once the client has read the previous one. Otherwise, a thousand sockets would
 * block the event loop for seconds, and answers to slow clients would fill the memory. Networks and addresses take
 * turns, so that a thousand fast clients don't delay others' requests either.
 */
export function createPartSender({ inAll, ofNetwork } = atOnce): PartSender {
  const queue = createFairQueue({
    waiting: Infinity,
    atOnce: inAll,
    atOnceOfTurn: ofNetwork,
  });
  const inTurn = <Result>(address: string, work: () => Promise<Result>) =>
    queue.run(work, { turns: networksAround(address) });

  async function* partsOf(
    address: string,
    { bytes, size, readPart }: Content,
  ): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.byteLength; at += partBytes) {
      await inTurn(address, () => nextTurn());
      yield bytes.subarray(at, at + partBytes);
    }
    for (let at = bytes.byteLength; at < size;) {
      const part = await inTurn(address, async () => readPart?.(at, at + partBytes));
      if (part?.size !== size || part.bytes.byteLength === 0)
        throw new Error("A file changed while it was sent.");
      yield part.bytes;
      at += part.bytes.byteLength;
    }
  }

  return {
    inTurn,
    send(reply, address, content) {
      const { buffer, byteOffset, byteLength } = content.bytes;
      // Sends a view of the bytes, not a copy, because concurrent requests share them.
      if (content.size <= partBytes) return reply.send(Buffer.from(buffer, byteOffset, byteLength));
      // Fastify reads the whole stream even for a HEAD request, so the stream is empty then.
      const parts = reply.request.method === "HEAD" ? [] : partsOf(address, content);
      return reply
        .header("content-length", content.size)
        .send(Readable.from(parts, { objectMode: false, highWaterMark: partBytes }));
    },
  };
}
