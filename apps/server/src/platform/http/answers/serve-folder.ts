import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * Serves immutable files below `prefix`. Range requests are not supported, because an invalid range would cause an
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
