import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import { ApiFailure } from "../../errors.ts";

/** A call from our own pages comes over no connection, and whole. */
function isWhole({ complete, socket }: IncomingMessage): boolean {
  return complete || !(socket instanceof Socket);
}

/** A body that nobody reads to its end closes the connection, but for one that Node throws away in a moment. */
export function endsConnection(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (isWhole(request) || (length === undefined && encoding === undefined)) return false;
  return request.readableDidRead || !(Number(length) <= maxBodyBytes.anonymous);
}

/**
 * Node hands over a body chunk by chunk, also one that nobody reads. A body in chunks therefore stays in the socket until it
 * is read. Throws PAYLOAD_TOO_LARGE for a request that has no body to be read.
 */
export function holdChunks({ method, headers, socket }: IncomingMessage): void {
  if (headers["transfer-encoding"] === undefined || !(socket instanceof Socket)) return;
  if (method === "GET" || method === "HEAD" || method === "OPTIONS")
    throw new ApiFailure("PAYLOAD_TOO_LARGE", `Send ${method} without a body.`);
  socket.pause();
}

/** What is still on its way of a request that is answered already is taken for a while, and not for ever. */
export function closeUnlessWhole(request: IncomingMessage, ms: number): void {
  if (isWhole(request)) return;
  const timer = setTimeout(() => request.socket.destroy(), ms).unref();
  request.once("close", () => clearTimeout(timer));
}
