import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { sql } from "../database/sql.ts";
import { notFound } from "../errors.ts";
import { pictureServer, type ServedPicture, type Viewer } from "../pictures/media.ts";
import { openedReviewPicture } from "../pictures/review-pictures.ts";
import { clientGone } from "./client-gone.ts";
import { callerAddress } from "./transport.ts";

/**
 * Serves uploaded pictures. Their keys are hashes of their content, or random for reviews' pictures, so the content of
 * a URL never changes. A review's picture disappears with the review, so it is looked up at each request, and browsers
 * check their copy each time.
 */
export function mountMedia(app: FastifyInstance, services: Services): void {
  const serve = pictureServer(services.files, async (key) => {
    const row = await services.database.catalogue.row<{ owner: string | null }>(
      sql`select door.owner_of_picture(${key}) as owner`,
    );
    return row?.owner ?? "";
  });
  app.get<{ Params: { hash: string; file: string } }>(
    "/media/up/:hash/:file",
    async (request, reply) => {
      const { hash, file } = request.params;
      const picture = found(await serve(`up/${hash}`, file, viewerOf(request, reply)));
      return send(reply.header("cache-control", "public, max-age=31536000, immutable"), picture);
    },
  );
  app.get<{ Params: { name: string; file: string } }>(
    "/media/reviews/:name/:file",
    async (request, reply) => {
      const { params, headers } = request;
      const { name, file } = params;
      const { key, isSealed } = found(await openedReviewPicture(services, name));
      const tag = `"${file}"`;
      reply
        .header("cache-control", isSealed ? "private, no-cache" : "no-cache")
        .header("etag", tag);
      if (headers["if-none-match"] === tag) return reply.code(304).send();
      return send(reply, found(await serve(key, file, viewerOf(request, reply))));
    },
  );
}

/** Who requests the picture. The signal aborts when the client closes the connection. */
function viewerOf(request: FastifyRequest, reply: FastifyReply): Viewer {
  return { address: callerAddress(request), signal: clientGone(reply) };
}

function found<Thing>(thing: Thing | null): Thing {
  if (thing === null) throw notFound("picture");
  return thing;
}

function send(reply: FastifyReply, { bytes, type }: ServedPicture): FastifyReply {
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
