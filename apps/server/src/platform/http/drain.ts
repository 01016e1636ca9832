import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long new requests are still taken, so that those already on their way to us find somebody. */
const lastCallsMs = 200;
const idleSweepMs = 50;

/**
 * Prepares the server for a stop without a failed request, before it listens; call what is returned to stop it. Answers
 * then close their connection, no new one is taken, and what was asked is answered: pages still call the API for it.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let isDraining = false;
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining) reply.header("connection", "close");
    done();
  });
  return async () => {
    isDraining = true;
    await delay(lastCallsMs);
    await new Promise<void>((resolve) => {
      const sweep = setInterval(() => app.server.closeIdleConnections(), idleSweepMs);
      app.server.close(() => {
        clearInterval(sweep);
        resolve();
      });
    });
    await app.close();
  };
}
