import type { FastifyInstance } from "fastify";
import type { Services } from "../platform/context.ts";
import { sql } from "../platform/database/sql.ts";
import { notFound } from "../platform/errors.ts";
import { requireTime } from "../platform/http/callers/address-time.ts";
import { storeOfRequest } from "../platform/http/host-store.ts";
import { shopQueries } from "./shop-queries.ts";

/** The path where Apple requests the file that proves that a host's shop may offer Apple Pay. */
export const applePayPath = "/.well-known/apple-developer-merchantid-domain-association";

/**
 * Serves the Apple Pay file of the store's active payment provider, in the store's mode. Apple requests it again when a
 * certificate is renewed.
 */
export function mountApplePayFile(
  app: FastifyInstance,
  services: Services,
  { rateLimits }: { rateLimits: boolean },
): void {
  app.get(applePayPath, async (request, reply) => {
    if (rateLimits) requireTime(request);
    const shop = await storeOfRequest(services.directory, request);
    const row = await shopQueries(services, request, shop, rateLimits).row<{ file: string }>(sql`
      select apple_pay_domain_file as file from catalogue.payment_providers
      where store_id = ${shop.id} and environment = ${shop.environment} and apple_pay_domain_file is not null
      order by provider limit 1`);
    if (row === undefined) throw notFound("file");
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send(row.file);
  });
}
