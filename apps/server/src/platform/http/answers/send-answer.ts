import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { isPage, requireAnswerSize, requireListSize } from "./answer-size.ts";
import type { FileAnswer } from "../routes.ts";
import { callerAddress } from "../transport.ts";
import { createPartSender } from "./send-parts.ts";
import type { Serialize } from "./serialize.ts";

/**
 * Shared by all apps of this process, because they also share the threads that read files. Pictures are sent by another
 * sender.
 */
const sender = createPartSender({ inAll: 16, ofNetwork: 8 });

/** Sends a handler's result in the format that its endpoint declares. */
export function sendAnswer(
  reply: FastifyReply,
  endpoint: Endpoint,
  serialize: Serialize | null,
  result: unknown,
  seesMore: boolean,
): FastifyReply {
  reply.header("cache-control", endpoint.personal === true ? "no-store" : "private, no-cache");
  if (endpoint.personal === true) reply.header("referrer-policy", "no-referrer");
  if (endpoint.file !== undefined) return answerFile(reply, endpoint.file, result as FileAnswer);
  if (serialize === null) return reply.code(204).send();
  const json = serialize(result);
  if (endpoint.method === "GET") requireAnswerSize(json);
  const isPublic = endpoint.access.allow.includes("public") && !seesMore;
  if (isPage(endpoint)) requireListSize(json, result as { items?: unknown[] }, isPublic);
  const version = (result as { version?: unknown } | null)?.version;
  if (typeof version === "number") reply.header("etag", `"${version}"`);
  return reply
    .code(endpoint.status ?? 200)
    .type("application/json; charset=utf-8")
    .send(json);
}

/** Sends a file. `name` must not contain quotes; letters beyond ASCII are encoded as in RFC 6266. */
function answerFile(
  reply: FastifyReply,
  type: string,
  { name, bytes, version }: FileAnswer,
): FastifyReply {
  if (version !== undefined) {
    reply.header("etag", `"${version}"`);
    if (reply.request.headers["if-none-match"]?.includes(`"${version}"`) === true)
      return reply.code(304).send();
  }
  return reply
    .type(type)
    .header("content-disposition", dispositionOf(name))
    .send(
      bytes instanceof Uint8Array
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Readable.from(chunksOf(reply.request, bytes)),
    );
}

/** The chunks to send. For a HEAD request there are none, because Fastify would read all of them. */
function chunksOf(
  request: FastifyRequest,
  bytes: Exclude<FileAnswer["bytes"], Uint8Array>,
): AsyncIterable<Uint8Array> | [] {
  if (request.method === "HEAD") return [];
  if (typeof bytes !== "function") return bytes;
  const address = callerAddress(request);
  return bytes((work) => sender.inTurn(address, work));
}

/** The Content-Disposition header. Programs that can't read `filename*` get the name with only ASCII characters. */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]+/g, "_");
  const attachment = `attachment; filename="${plain}"`;
  return plain === name
    ? attachment
    : `${attachment}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`;
}
