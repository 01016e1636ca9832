import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { widerNetwork, widerShare } from "./caller-address.ts";
import { countCall } from "./rate-limit.ts";
import { callerAddress } from "./transport.ts";

/** Counts a call of the caller's address, and of the wider network around an IPv6 one. Throws RATE_LIMITED past `max` a minute. */
export async function countCaller(
  pool: Pool,
  name: string,
  request: FastifyRequest,
  max: number,
): Promise<void> {
  const address = callerAddress(request);
  await countCall(pool, `${name} ${address}`, max);
  const wider = widerNetwork(address);
  if (wider !== null) await countCall(pool, `${name} ${wider}`, max * widerShare);
}
