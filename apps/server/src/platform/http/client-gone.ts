import type { FastifyReply } from "fastify";

/** Returns a signal that is aborted when the client closes the connection before the response is complete. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // After the response there is nothing to abort, and creating the abort error is expensive.
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
