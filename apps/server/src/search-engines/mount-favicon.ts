import type { FastifyInstance } from "fastify";
import { sql } from "../platform/database/sql.ts";
import type { Services } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { storeOfHost } from "../platform/http/host-store.ts";
import { callerAddress } from "../platform/http/transport.ts";
import { drawFavicon } from "./draw-favicon.ts";
import { createKeep } from "./keep.ts";

/** GET /favicon.ico, for what asks for it unasked; pages name /favicon.svg. */
export function mountFavicon(app: FastifyInstance, services: Services): void {
  const keep = createKeep<Buffer>({ minutes: 60, max: 1000 });
  app.get("/favicon.ico", async (request, reply) => {
    const { id, owner } = await storeOfHost(services.directory, request.hostname);
    const store = await services.database.catalogue.row<{
      name: string;
      theme: Record<string, string>;
    }>(sql`select name, theme from catalogue.stores where id = ${id}`);
    if (store === undefined) throw notFound("store");
    const { name, theme } = store;
    const ink = theme["color-accent"] ?? theme["color-ink"] ?? "#14171c";
    const look = { name, ink, paper: theme["color-paper"] ?? "#f7f8f9" };
    const bytes = await keep(owner, Object.values(look).join("\0"), () =>
      drawFavicon(look, { owner, address: callerAddress(request) }),
    );
    return reply.type("image/x-icon").header("cache-control", "public, max-age=86400").send(bytes);
  });
}
