import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { sql } from "../database/sql.ts";
import { notFound } from "../errors.ts";
import { pictureServer, type Viewer } from "../pictures/media.ts";
import { openedReviewPicture } from "../pictures/review-pictures.ts";
import { createPartSender } from "./answers/send-parts.ts";
import { clientGone } from "./client-gone.ts";
import { callerAddress } from "./transport.ts";

/**
 * Serves uploaded pictures. Their keys are hashes of their content, or random for reviews' pictures, so the content of
 * a URL never changes. A review's picture disappears with the review, so it is looked up at each request, and browsers
 * check their copy each time.
 */
export function mountMedia(app: FastifyInstance, services: Services): void {
  const serve = pictureServer(services.files, async (key, address) => {
    const row = await services.database.lookups
      .catalogue(address)
      .row<{ owner: string | null }>(sql`select door.owner_of_picture(${key}) as owner`);
    return row?.owner ?? "";
  });
  const parts = createPartSender();
  const send = async (request: FastifyRequest, reply: FastifyReply, key: string, file: string) => {
    const viewer = viewerOf(request, reply);
    const picture = found(await serve(key, file, viewer));
    const readPart = (from: number, to: number) =>
      services.files.readPart(`${key}/${file}`, from, to);
    return parts.send(reply.type(picture.type), viewer.address, { ...picture, readPart });
  };
  app.get<{ Params: { hash: string; file: string } }>(
    "/media/up/:hash/:file",
    async (request, reply) => {
      const { hash, file } = request.params;
      reply.header("cache-control", "public, max-age=31536000, immutable");
      return send(request, reply, `up/${hash}`, file);
    },
  );
  app.get<{ Params: { name: string; file: string } }>(
    "/media/reviews/:name/:file",
    async (request, reply) => {
      const { params, headers } = request;
      const { name, file } = params;
      const { key, isSealed } = found(
        await openedReviewPicture(services, name, callerAddress(request)),
      );
      const tag = `"${file}"`;
      reply
        .header("cache-control", isSealed ? "private, no-cache" : "no-cache")
        .header("etag", tag);
      if (headers["if-none-match"] === tag) return reply.code(304).send();
      return send(request, reply, key, file);
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
