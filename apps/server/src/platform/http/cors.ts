import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { parseUrl } from "@vetrina/contract/web-address";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";
import { storeOfRequest } from "./host-store.ts";
import { callerAddress } from "./transport.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves. */
    endpoint?: Endpoint;
  }
}

/** Request headers that need permission in a preflight; simple ones such as Accept do not. */
const requestHeaders =
  "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, X-Order-Key";
/** Response headers that a page may read in addition to those that are always readable. */
const answerHeaders = "Allow, Content-Disposition, ETag, Retry-After, X-Trace-Id";
/** How many seconds browsers cache a preflight. A change to the allowed origins can take this long to apply. */
const preflightSeconds = 600;
/** The longest origin that is looked up; no browser sends a longer one. */
const maxOriginLength = 300;

type StoreIds = ReadonlySet<string>;

/**
 * The stores that allow a request's origin. Looked up when the request arrives, before the call can change their lists
 * or close a store.
 */
const listedBy = new WeakMap<FastifyRequest, Promise<StoreIds>>();
/** The store of each authorized call. Before authorization, a response must not reveal that a resource exists. */
const grantedStores = new WeakMap<FastifyRequest, StoreRef>();

export function noteGrantedStore(request: FastifyRequest, store: StoreRef | null): void {
  if (store !== null) grantedStores.set(request, store);
}

export function grantedStore(request: FastifyRequest): StoreRef | undefined {
  return grantedStores.get(request);
}

/**
 * Lets pages of other origins read responses: public reads from every origin, all others if the call's store allows the
 * origin. Credentials (cookies) are never allowed. @fastify/cors doesn't fit: it decides before a call's store is
 * known, and its preflight is one route for all paths.
 */
export function addCorsHeaders(app: FastifyInstance, directory: StoreDirectory): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const origin = foreignOrigin(request);
    if (endpoint !== undefined && origin !== null && !isOpen(endpoint, sentToken(request)))
      listedBy.set(request, storesAllowing(directory, origin, request));
    done();
  });
  app.addHook("onSend", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // A preflight's route has no endpoint, and sets its own headers.
    if (endpoint === undefined) return;
    if (!isPublicRead(endpoint)) addVary(reply, "Origin");
    else if (endpoint.access.more !== undefined) addVary(reply, "Origin, Authorization");
    if (isOpen(endpoint, sentToken(request))) {
      allowReading(reply, "*");
      return;
    }
    const listed = listedBy.get(request);
    if (listed === undefined) return;
    // A 404 gets the same headers whether the resource is missing or belongs to another store.
    const store = reply.statusCode === 404 ? undefined : grantedStores.get(request);
    if (await isReadable(listed, store, endpoint, request, directory))
      allowReading(reply, request.headers.origin ?? "");
  });
}

async function isReadable(
  listed: Promise<StoreIds>,
  store: StoreRef | undefined,
  endpoint: Endpoint,
  request: FastifyRequest,
  directory: StoreDirectory,
): Promise<boolean> {
  const stores = await listed;
  return store === undefined
    ? isAllowedBy(stores, endpoint, fieldsOf(request), request, directory)
    : stores.has(store.id);
}

function allowReading(reply: FastifyReply, origin: string): void {
  reply
    .header("access-control-allow-origin", origin)
    .header("access-control-expose-headers", answerHeaders);
}

/** Answers preflight requests for all calls of one path. */
export function mountPreflight(
  app: FastifyInstance,
  url: string,
  endpoints: readonly Endpoint[],
  directory: StoreDirectory,
): void {
  const methods = endpoints.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : method));
  const allowed = methods.join(", ");
  app.route({
    method: "OPTIONS",
    url,
    handler: async (request, reply) => {
      const { "access-control-request-method": method, "access-control-request-headers": names } =
        request.headers;
      const requested = method === "HEAD" ? "GET" : method;
      const endpoint = endpoints.find((one) => one.method === requested);
      addVary(reply, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
      const origin = endpoint && (await allowedOrigin(endpoint, url, names, request, directory));
      if (origin)
        reply
          .header("access-control-allow-origin", origin)
          .header("access-control-allow-methods", allowed)
          .header("access-control-allow-headers", requestHeaders)
          .header("access-control-max-age", preflightSeconds);
      return reply.code(204).header("allow", `${allowed}, OPTIONS`).send();
    },
  });
}

async function allowedOrigin(
  endpoint: Endpoint,
  url: string,
  headerNames: string | undefined,
  request: FastifyRequest,
  directory: StoreDirectory,
): Promise<string | null> {
  const willSendToken = /(?:^|[\s,])authorization(?:$|[\s,])/i.test(headerNames ?? "");
  if (isOpen(endpoint, willSendToken)) return "*";
  const origin = foreignOrigin(request);
  if (origin === null) return null;
  const fields = { ...fieldsOf(request), params: paramsOf(endpoint, url, request) };
  const stores = await storesAllowing(directory, origin, request);
  return (await isAllowedBy(stores, endpoint, fields, request, directory)) ? origin : null;
}

/**
 * Whether the endpoint is a public read. Without a token, all callers get the same response; with one, they may get
 * more only if the endpoint declares `more`.
 */
function isPublicRead({ method, access, personal }: Endpoint): boolean {
  const [grant, ...others] = access.allow;
  return method === "GET" && personal !== true && grant === "public" && others.length === 0;
}

function isOpen(endpoint: Endpoint, withToken: boolean): boolean {
  return isPublicRead(endpoint) && !(withToken && endpoint.access.more !== undefined);
}

function sentToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}

/** The origin of a page on another host; null if there is none. */
function foreignOrigin({ headers, host }: FastifyRequest): string | null {
  const { origin } = headers;
  if (origin === undefined || origin.length > maxOriginLength) return null;
  const url = parseUrl(origin);
  return url === null || url.host === "" || url.host === host ? null : origin;
}

/**
 * The stores that allow the origin; none if the lookup fails. The call's response is then still sent, without CORS
 * headers.
 */
function storesAllowing(
  directory: StoreDirectory,
  origin: string,
  request: FastifyRequest,
): Promise<StoreIds> {
  return directory.storesAllowing(origin, callerAddress(request)).catch(() => new Set());
}

/**
 * Whether the origin is allowed for a call whose store isn't known, as in a preflight. If an id or the body names the
 * store, it is enough that any store allows the origin, because looking up the id could reveal whether it exists.
 */
async function isAllowedBy(
  stores: StoreIds,
  { store: by }: Endpoint,
  fields: Fields,
  request: FastifyRequest,
  directory: StoreDirectory,
): Promise<boolean> {
  if (stores.size === 0) return false;
  if (by.by === "resource" || (by.by === "store" && by.in === "body")) return true;
  const value = by.by === "store" && by.in !== "body" ? fields[by.in][by.field] : undefined;
  if (by.by === "store" && typeof value === "string") {
    const store = await directory.find(value, callerAddress(request)).catch(() => null);
    return store === null || stores.has(store.id);
  }
  const store = await storeOfRequest(directory, request).catch(() => null);
  return store !== null && stores.has(store.id);
}

type Fields = { params: Record<string, unknown>; query: Record<string, unknown> };

function fieldsOf(request: FastifyRequest): Fields {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
  };
}

/**
 * Returns the path parameters under the call's own names. Calls that share a path share a route, which uses the first
 * call's names.
 */
function paramsOf({ path }: Endpoint, url: string, request: FastifyRequest): Fields["params"] {
  const values = request.params as Record<string, unknown>;
  const routeNames = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name, i) => [name, values[routeNames[i] ?? ""]]));
}

/** Prevents caches from returning one origin's response to another. */
function addVary(reply: FastifyReply, names: string): void {
  reply.header("vary", [reply.getHeader("vary"), names].filter(Boolean).join(", "));
}
