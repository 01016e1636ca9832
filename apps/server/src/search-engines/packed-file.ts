import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pace } from "../platform/event-loop/pace.ts";

/** A compressed XML file. `size`: its uncompressed size in bytes. */
export type PackedFile = { bytes: Buffer; size: number; etag: string };

const chunkBytes = 64 * 1024;

/** Compresses the text a chunk at a time, so that memory never holds all of it and other requests run in between. */
export async function packFile(text: Iterable<string>): Promise<PackedFile> {
  const hash = createHash("sha256");
  let size = 0;
  const note = (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.length;
  };
  const bytes = await pipeline(chunksOf(text, note), createGzip(), buffer);
  // A weak ETag: compressed or not, it is the same file.
  return { bytes, size, etag: `W/"${hash.digest("base64url").slice(0, 22)}"` };
}

async function* chunksOf(
  text: Iterable<string>,
  note: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  let parts = "";
  const chunk = () => {
    const bytes = Buffer.from(parts);
    parts = "";
    note(bytes);
    return bytes;
  };
  for (const part of text) {
    const pause = pace();
    if (pause !== null) await pause;
    parts += part;
    if (parts.length >= chunkBytes) yield chunk();
  }
  yield chunk();
}

/**
 * Sends the file, unpacked for clients that don't accept gzip. Unpacks only as fast as they read, so that memory holds
 * only one chunk.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, size, etag }: PackedFile,
): FastifyReply {
  reply
    .header("cache-control", "public, max-age=3600")
    .header("vary", "Accept-Encoding")
    .header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  reply.type("application/xml; charset=utf-8");
  if (takesGzip(request)) return reply.header("content-encoding", "gzip").send(bytes);
  reply.header("content-length", size);
  if (request.method === "HEAD") return reply.send();
  const plain = createGunzip({ chunkSize: chunkBytes });
  plain.end(bytes);
  return reply.send(plain);
}

export function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
}
