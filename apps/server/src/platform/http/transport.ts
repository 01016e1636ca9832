import { randomBytes, randomUUID } from "node:crypto";
import type { Answer, Transport } from "@vetrina/client/transport";
import type { FastifyInstance, FastifyRequest, InjectOptions } from "fastify";
import { addressBucket } from "./callers/caller-address.ts";

/**
 * A secret of this process. It proves that a call comes from our own page rendering, so the shopper's IP
 * address that the call names can be trusted.
 */
const inProcess = randomBytes(32).toString("base64url");

/** The page request for which the API is called. `host` includes the port. */
type Caller = { ip: string; host: string };

/** A page that is being rendered. `gone`: aborts when its caller leaves. */
type Page = {
  gone: AbortSignal;
  /** Called when one of the page's calls has to wait for a turn, which may take seconds. */
  onWait: () => void;
};

/** The pages whose calls are under way, by the header x-page. */
const pages = new Map<string, Page>();

/**
 * Calls the API without a network hop, under the same rules as from outside, with the address and host of the page's
 * request.
 */
export function inProcessTransport(
  app: FastifyInstance,
  { ip, host }: Caller,
  page?: Page,
): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    headers["x-in-process"] = inProcess;
    headers["x-caller-address"] = ip;
    headers["host"] = host;
    const options: InjectOptions = {
      method: request.method,
      url: url.pathname + url.search,
      headers,
    };
    if (request.body !== null) options.payload = Buffer.from(await request.arrayBuffer());
    if (page === undefined) return answerOf(await app.inject(options), request.url);
    const id = randomUUID();
    headers["x-page"] = id;
    pages.set(id, page);
    try {
      return answerOf(await app.inject(options), request.url);
    } finally {
      pages.delete(id);
    }
  };
}

/** Returns the page that makes a call; undefined for other calls. */
export function pageOf({ headers }: FastifyRequest): Page | undefined {
  return pages.get(String(headers["x-page"]));
}

type Injected = Awaited<ReturnType<FastifyInstance["inject"]>>;

/** Avoids a Response, whose body would be converted to a stream and read again; every page makes several calls. */
function answerOf(injected: Injected, url: string): Answer {
  const { statusCode: status, statusMessage: statusText, payload, rawPayload } = injected;
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    url,
    get headers() {
      const headers = new Headers();
      for (const [name, value] of Object.entries(injected.headers))
        for (const one of [value ?? []].flat()) headers.append(name, String(one));
      return headers;
    },
    text: () => Promise.resolve(payload),
    blob: () => Promise.resolve(new Blob([new Uint8Array(rawPayload)])),
  };
}

/** Each use of `request.ip` parses the whole X-Forwarded-For, which may name hundreds of addresses. */
const addresses = new WeakMap<FastifyRequest, string>();

/** The address that limits count by: the connection's, or the shopper's for a page that we render. */
export function callerAddress(request: FastifyRequest): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const address = addressOf(request);
  addresses.set(request, address);
  return address;
}

function addressOf(request: FastifyRequest): string {
  if (isInProcess(request)) {
    const address = request.headers["x-caller-address"];
    if (typeof address === "string") return addressBucket(address);
  }
  return addressBucket(request.ip);
}

/** Whether our own page rendering makes the call. */
export function isInProcess(request: FastifyRequest): boolean {
  return request.headers["x-in-process"] === inProcess;
}
