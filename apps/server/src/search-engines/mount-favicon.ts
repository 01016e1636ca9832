import type { FastifyInstance } from "fastify";
import { sql } from "../platform/database/sql.ts";
import type { Services } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { storeOfRequest } from "../platform/http/host-store.ts";
import { requireTime } from "../platform/http/callers/address-time.ts";
import { callerAddress } from "../platform/http/transport.ts";
import { drawFavicon } from "./draw-favicon.ts";
import { createKeep } from "./keep.ts";
import { shopQueries } from "./shop-queries.ts";

/** GET /favicon.ico, for programs that request it by default; pages link to /favicon.svg. */
export function mountFavicon(
  app: FastifyInstance,
  services: Services,
  { rateLimits }: { rateLimits: boolean },
): void {
  const keep = createKeep<Buffer>({ minutes: 60, max: 1000 });
  app.get("/favicon.ico", async (request, reply) => {
    if (rateLimits) requireTime(request);
    const shop = await storeOfRequest(services.directory, request);
    const { id, owner } = shop;
    const store = await shopQueries(services, request, shop, rateLimits).row<{
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
