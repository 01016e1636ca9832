import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Files whose addresses are for good, below `prefix`. No parts of them: a part that is not there would be an error. */
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
