import { isIP, isIPv4 } from "node:net";
import type { FastifyInstance } from "fastify";
import { isPublicAddress } from "./public-address.ts";
import { StartupError } from "../startup-error.ts";

/**
 * Which proxies' X-Forwarded-* headers are trusted: none, a number of proxies in a row, or those at these addresses and
 * networks.
 */
export type TrustProxy = false | number | string[];

const advice =
  "Use the number of proxies in front of this server, such as 1, or list their addresses or networks, separated by commas, such as 10.0.0.0/8,loopback.";

/**
 * Throws StartupError for invalid values, and for values that trust every caller, because callers could then choose the
 * address that rate limits use.
 */
export function readTrustProxy(value: string | null): TrustProxy {
  if (value === null || value === "false" || value === "0") return false;
  if (value === "true")
    throw new StartupError(
      `TRUST_PROXY=true would let every caller choose the address that rate limits use. ${advice}`,
    );
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(",").map((part) => part.trim());
  for (const part of parts) {
    if (part !== "loopback" && !isNetwork(part))
      throw new StartupError(`TRUST_PROXY=${value} is invalid. ${advice}`);
    if (holdsEverybody(part))
      throw new StartupError(
        `TRUST_PROXY=${value} includes every caller, not only proxies. ${advice}`,
      );
  }
  return parts;
}

function isNetwork(part: string): boolean {
  const [address = "", prefix, ...more] = part.split("/");
  if (isIP(address) === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}

/** Whether a network is too wide to contain only proxies. The widest private networks are 10.0.0.0/8 and fc00::/7. */
function holdsEverybody(part: string): boolean {
  const prefix = part.split("/")[1];
  return prefix !== undefined && Number(prefix) < 7;
}

/** Returns a function for a number of proxies, because Fastify would trust no proxy if it got the number itself. */
export function trustedProxies(trust: TrustProxy) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}

/** Warns once if there seems to be an untrusted proxy: limits then count all callers as one. */
export function warnOfUntrustedProxy(app: FastifyInstance, trust: TrustProxy): void {
  if (trust !== false) return;
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    // A dual-stack socket writes IPv4 addresses as ::ffff:192.0.2.7.
    const remote = request.socket.remoteAddress?.replace(/^::ffff:/i, "");
    const isForwarded = request.headers["x-forwarded-for"] !== undefined;
    if (!warned && isForwarded && remote !== undefined && !isPublicAddress(remote)) {
      warned = true;
      request.log.warn(
        { remote },
        `X-Forwarded-For came from ${remote}, which is not trusted: limits count all callers behind this proxy as one. Set TRUST_PROXY. ${advice}`,
      );
    }
    done();
  });
}
