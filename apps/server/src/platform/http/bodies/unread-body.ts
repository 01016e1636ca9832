import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import { ApiFailure } from "../../errors.ts";

/** Whether the whole request has arrived. A call from our own pages uses no connection and is always complete. */
function isWhole({ complete, socket }: IncomingMessage): boolean {
  return complete || !(socket instanceof Socket);
}

/** Whether the connection closes because the body wasn't fully read. Node discards a short body by itself. */
export function endsConnection(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (isWhole(request) || (length === undefined && encoding === undefined)) return false;
  return request.readableDidRead || !(Number(length) <= maxBodyBytes.anonymous);
}

/**
 * Keeps a chunked body in the socket until a handler reads it. Otherwise, Node would read the body as it arrives.
 * Throws PAYLOAD_TOO_LARGE if the method allows no body.
 */
export function holdChunks({ method, headers, socket }: IncomingMessage): void {
  if (headers["transfer-encoding"] === undefined || !(socket instanceof Socket)) return;
  if (method === "GET" || method === "HEAD" || method === "OPTIONS")
    throw new ApiFailure("PAYLOAD_TOO_LARGE", `Send ${method} without a body.`);
  socket.pause();
}

/** After the response was sent, closes the connection if the rest of the request doesn't arrive within `ms`. */
export function closeUnlessWhole(request: IncomingMessage, ms: number): void {
  if (isWhole(request)) return;
  const timer = setTimeout(() => request.socket.destroy(), ms).unref();
  request.once("close", () => clearTimeout(timer));
}
