import { parseUrl } from "@vetrina/contract/web-address";
import { errorCode } from "../error-code.ts";
import type { LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { resolveHost } from "./resolve-host.ts";

export type SafeFetchOptions = {
  /** Limits the whole fetch, including redirects and the body. */
  timeoutMs: number;
  maximumBytes: number;
  maximumRedirects: number;
  /** For tests only: 127.0.0.0/8 and ::1 count as public. */
  allowLoopback?: boolean;
};

export type Fetched = { url: string; contentType: string | null; body: Buffer };

/** forbidden: an address that is never fetched; unreachable: no response; failed: an unusable response. */
export type SafeFetchReason = "forbidden" | "unreachable" | "failed";

export class SafeFetchError extends Error {
  override name = "SafeFetchError";
  readonly reason: SafeFetchReason;

  constructor(reason: SafeFetchReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Fetches a URL from an untrusted source: http and https only, never from a private, local or reserved network, even
 * after redirects or DNS changes. Throws SafeFetchError.
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<Fetched> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.timeoutMs);
  try {
    let url = checkedUrl(address);
    for (let hops = 0; ; hops += 1) {
      const answer = await request(url, options, abort.signal);
      if ("body" in answer) return answer;
      if (hops === options.maximumRedirects)
        throw new SafeFetchError("failed", "it redirects too often");
      url = checkedUrl(answer.location, url);
    }
  } catch (error) {
    if (error instanceof SafeFetchError) throw error;
    if (abort.signal.aborted)
      throw new SafeFetchError("unreachable", `no answer within ${options.timeoutMs / 1000} s`);
    throw new SafeFetchError("unreachable", describe(error), { cause: error });
  } finally {
    clearTimeout(timer);
    // An unread body or a slow lookup must not outlive the call.
    abort.abort();
  }
}

function checkedUrl(address: string, base?: URL): URL {
  const url = parseUrl(address, base?.href);
  if (url === null) throw new SafeFetchError("forbidden", "it is not a URL");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new SafeFetchError("forbidden", `it uses ${url.protocol} instead of http or https`);
  if (url.username !== "" || url.password !== "")
    throw new SafeFetchError("forbidden", "it contains a user name or password");
  return url;
}

function request(
  url: URL,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<Fetched | { location: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched | { location: string }>();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Checked here, because a numeric address is not looked up.
  if (isIP(host) !== 0 && !isAllowed(host, options)) throw forbidden(host);
  const sent = (url.protocol === "https:" ? https : http).request(url, {
    agent: false,
    signal,
    lookup: checkingLookup(options, signal),
    headers: {
      accept: "image/*,*/*;q=0.1",
      "accept-encoding": "identity",
      "user-agent": "Vetrina",
    },
  });
  sent.on("error", reject);
  sent.on("response", (answer) => {
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      answer.destroy();
      resolve({ location });
    } else if (status === 200)
      collect(answer, options.maximumBytes).then(
        (body) =>
          resolve({ url: url.href, contentType: answer.headers["content-type"] ?? null, body }),
        reject,
      );
    else {
      answer.destroy();
      reject(new SafeFetchError("failed", `it answers with status ${status}`));
    }
  });
  sent.end();
  return promise;
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`;
}

async function collect(answer: http.IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    answer.destroy();
    return new SafeFetchError("failed", `it is larger than ${sizeText(maximumBytes)}`);
  };
  if (Number(answer.headers["content-length"]) > maximumBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximumBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (!answer.complete) throw new SafeFetchError("unreachable", "the connection was closed early");
  return Buffer.concat(chunks);
}

/** Connects to the addresses that were checked, so the name can't resolve to others in between. */
function checkingLookup(options: SafeFetchOptions, signal: AbortSignal): LookupFunction {
  const lookUp = callbackify((hostname: string) => allowedAddresses(hostname, options, signal));
  return (hostname, { all }, done) => {
    lookUp(hostname, (error, found) => {
      if (error !== null) done(error, []);
      else if (all === true) done(null, found);
      else done(null, found[0]?.address ?? "", found[0]?.family);
    });
  };
}

async function allowedAddresses(
  hostname: string,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const found = await resolveHost(hostname, signal);
  if (!found.every(({ address }) => isAllowed(address, options))) throw forbidden(hostname);
  return found;
}

function isAllowed(address: string, { allowLoopback }: SafeFetchOptions): boolean {
  return isPublicAddress(address) || (allowLoopback === true && isLoopbackAddress(address));
}

function forbidden(host: string): SafeFetchError {
  return new SafeFetchError("forbidden", `${host} is in a private or reserved network`);
}

const words: Record<string, string> = {
  ENOTFOUND: "its host is not known",
  ENODATA: "its host is not known",
  ESERVFAIL: "its host could not be looked up",
  ETIMEOUT: "its host could not be looked up",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed early",
  ENETUNREACH: "the network is not reachable",
  EHOSTUNREACH: "the host is not reachable",
  ETIMEDOUT: "the host does not answer",
};

function describe(error: unknown): string {
  const code = errorCode(error);
  if (code !== undefined) return words[code] ?? `the connection failed (${code})`;
  return "the connection failed";
}
