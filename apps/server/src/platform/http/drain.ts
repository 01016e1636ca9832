import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { basePath } from "@vetrina/contract/api";
import { ApiFailure } from "../errors.ts";
import { answerError } from "./answers/error-handler.ts";

/** How long new requests are taken at least, so that those already on their way to us find somebody. */
const lastCallsMs = 200;
const idleSweepMs = 50;

/**
 * Prepares the server for a stop without a failed request, before it listens; call what is returned to stop it. Answers
 * then close their connection, the health check says 503 so that a load balancer sends nobody any more, after `seconds`
 * no new connection is taken, and what was asked is answered: pages still call the API for it.
 */
export function drainable(app: FastifyInstance, seconds: number): () => Promise<void> {
  let isDraining = false;
  app.addHook("onRequest", (request, reply, done) => {
    if (!isDraining || !readiness.has(request.routeOptions.url ?? "")) return done();
    answerError(stopping, request, reply);
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isDraining) reply.header("connection", "close");
    done();
  });
  return async () => {
    isDraining = true;
    await delay(Math.max(lastCallsMs, seconds * 1000));
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

/** Where somebody asks whether to send us requests. */
const readiness = new Set(["/health/check", `${basePath}/health/check`, `${basePath}/heath/check`]);
const stopping = new ApiFailure("SHUTTING_DOWN", "This server is stopping. Ask another one.");
