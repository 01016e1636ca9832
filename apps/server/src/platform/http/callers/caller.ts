import type { FastifyRequest } from "fastify";
import { cookieOf, cookiesOf, isCrossOrigin } from "../cookies.ts";
import { callerAddress } from "../transport.ts";

/** From where a call came; none of it proves who it was. */
export type Caller = {
  /** As limits count it: an IPv4 address, or an IPv6 network. */
  address: string;
  userAgent: string | null;
  /** True where a page of another origin made the browser send it. */
  isCrossOrigin: boolean;
  /** Null as well where another origin's page made the browser send a call that may change something. */
  cookie(name: string): string | null;
  /** All of those. */
  cookies(): [name: string, value: string][];
};

/** The system's own work comes from nowhere. */
export const noCaller: Caller = {
  address: "",
  userAgent: null,
  isCrossOrigin: false,
  cookie: () => null,
  cookies: () => [],
};

export function callerOf(request: FastifyRequest): Caller {
  return {
    address: callerAddress(request),
    userAgent: request.headers["user-agent"] ?? null,
    isCrossOrigin: isCrossOrigin(request),
    cookie: (name) => cookieOf(request, name),
    cookies: () => cookiesOf(request),
  };
}
