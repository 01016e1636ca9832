import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { basePath } from "@vetrina/contract/api";
import { ApiFailure } from "../errors.ts";
import { answerError } from "./answers/error-handler.ts";

/** New requests are accepted for at least this long, because some are already on their way. */
const lastCallsMs = 200;
const idleSweepMs = 50;

/**
 * Prepares a server, before it listens, to stop without failed requests. Call the returned function to stop it.
 * Responses then close their connection, and the health check returns 503 so that load balancers send no more
 * requests. After `seconds` no new connection is accepted. Running requests finish, including the API calls of pages.
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

/** The health check paths of load balancers. */
const readiness = new Set(["/health/check", `${basePath}/health/check`, `${basePath}/heath/check`]);
const stopping = new ApiFailure("SHUTTING_DOWN", "This server is shutting down. Try again.");
