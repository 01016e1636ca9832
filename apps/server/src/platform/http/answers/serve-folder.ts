import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * Serves immutable files below `prefix`, without range requests, because an invalid range would be answered with an
 * error.
 */
export async function serveFolder(
  app: FastifyInstance,
  options: { root: string; prefix: string; preCompressed?: boolean },
): Promise<void> {
  await app.register(fastifyStatic, {
    ...options,
    decorateReply: false,
    index: false,
    acceptRanges: false,
    immutable: true,
    maxAge: "365d",
  });
}
