import type { FastifyRequest } from "fastify";
import type { Services } from "../platform/context.ts";
import { sharedQueries } from "../platform/database/connection-shares.ts";
import type { Queryable } from "../platform/database/sql.ts";
import { timedQueries } from "../platform/http/callers/address-time.ts";
import { callerAddress } from "../platform/http/transport.ts";
import type { StoreRef } from "../platform/store-directory.ts";

/**
 * Runs queries on public data, within the limits on how many database connections the store and the caller use. If rate
 * limits are on, the time of the queries counts against the caller's address.
 */
export function shopQueries(
  { database }: Services,
  request: FastifyRequest,
  { id, owner }: StoreRef,
  rateLimits: boolean,
): Queryable {
  const { catalogue, shares } = database;
  const holder = { store: id, owner, staff: null };
  if (!rateLimits) return sharedQueries(catalogue, shares.catalogue, holder);
  const address = callerAddress(request);
  return sharedQueries(timedQueries(catalogue, request), shares.catalogue, { ...holder, address });
}
