import type { Endpoint } from "@vetrina/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientGone } from "../client-gone.ts";
import { cookieOf, cookiesOf, isCrossOrigin } from "../cookies.ts";
import { callerAddress, pageOf } from "../transport.ts";

/** Where a call came from. None of these values is authenticated. */
export type Caller = {
  /** In the form that limits count: an IPv4 address, or an IPv6 network. */
  address: string;
  userAgent: string | null;
  /** A header of the request, by its name in lower case. */
  header(name: string): string | null;
  /** True if a page of another origin made the browser send the call. */
  isCrossOrigin: boolean;
  /**
   * The value of a cookie. Null if it wasn't sent, or if another origin's page made the browser send a call that may
   * change something.
   */
  cookie(name: string): string | null;
  /** All cookies; none if another origin's page made the browser send a call that may change something. */
  cookies(): [name: string, value: string][];
  /** For uploads, and for GET and public calls while rate limits are on: aborts when the caller disconnects. */
  signal?: AbortSignal;
  /** For calls that a page makes while it is rendered: lets the page know that the call waits for a turn. */
  onWait?: () => void;
};

/** The caller of the system's own work, which has no address. */
export const noCaller: Caller = {
  address: "",
  userAgent: null,
  header: () => null,
  isCrossOrigin: false,
  cookie: () => null,
  cookies: () => [],
};

/** Returns the caller of a call, with a signal if the work for it may wait for long. */
export function callerOfCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { method, access, upload }: Endpoint,
  isLimited: boolean,
): Caller {
  const mayWait = isLimited && (method === "GET" || access.allow.includes("public"));
  const caller = callerOf(request);
  if (upload === undefined && !mayWait) return caller;
  const page = pageOf(request);
  if (page === undefined) return { ...caller, signal: clientGone(reply) };
  return { ...caller, signal: page.gone, onWait: page.onWait };
}

export function callerOf(request: FastifyRequest): Caller {
  return {
    address: callerAddress(request),
    userAgent: request.headers["user-agent"] ?? null,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : null;
    },
    isCrossOrigin: isCrossOrigin(request),
    cookie: (name) => cookieOf(request, name),
    cookies: () => cookiesOf(request),
  };
}
