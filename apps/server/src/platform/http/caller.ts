import type { FastifyRequest } from "fastify";
import { cookie } from "./identify.ts";
import { callerAddress } from "./transport.ts";

/** From where a call came; none of it proves who it was. */
export type Caller = {
  /** As limits count it: an IPv4 address, or an IPv6 network. */
  address: string;
  userAgent: string | null;
  /** True where a page of another origin made the browser send it. */
  isCrossOrigin: boolean;
  cookie(name: string): string | null;
};

/** The system's own work comes from nowhere. */
export const noCaller: Caller = {
  address: "",
  userAgent: null,
  isCrossOrigin: false,
  cookie: () => null,
};

export function callerOf(request: FastifyRequest): Caller {
  const { headers } = request;
  return {
    address: callerAddress(request),
    userAgent: headers["user-agent"] ?? null,
    isCrossOrigin: isCrossOrigin(headers.origin, headers["sec-fetch-site"], request.host),
    cookie: (name) => cookie(headers.cookie, name),
  };
}

/** Programs send neither header, browsers one of them at least; a proxy may end TLS, so hosts are compared, not schemes. */
function isCrossOrigin(
  origin: string | undefined,
  site: string | string[] | undefined,
  host: string,
): boolean {
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && URL.parse(origin)?.host !== host;
}
