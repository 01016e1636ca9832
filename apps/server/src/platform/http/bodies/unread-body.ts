import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { maxBodyBytes } from "@vetrina/contract/endpoint";

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

/** What is still on its way of a request that is answered already is taken for a while, and not for ever. */
export function closeUnlessWhole(request: IncomingMessage, ms: number): void {
  if (isWhole(request)) return;
  const timer = setTimeout(() => request.socket.destroy(), ms).unref();
  request.once("close", () => clearTimeout(timer));
}
