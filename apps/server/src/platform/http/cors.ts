import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "@vetrina/contract/endpoint";
import type { StoreDirectory, StoreRef } from "../store-directory.ts";
import { storeOfHost } from "./host-store.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves. */
    endpoint?: Endpoint;
  }
}

/** Headers of the contract that browsers ask about first; simple ones such as Accept need no permission. */
const requestHeaders =
  "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, X-Order-Key";
/** What a page may read beside the headers that every page may. */
const answerHeaders = "Allow, Content-Disposition, ETag, Retry-After, X-Trace-Id";
/** A change of a store's list reaches browsers that have asked before within so many seconds. */
const preflightSeconds = 600;
/** No browser sends a longer one; it is looked up in the database. */
const maxOriginLength = 300;

type StoreIds = ReadonlySet<string>;

/** The stores that list a request's origin, as it comes in: a call may change the list, or close the store. */
const listedBy = new WeakMap<FastifyRequest, Promise<StoreIds>>();
/** The store of each call whose caller was let in: before that, an answer must not show that a thing exists. */
const grantedStores = new WeakMap<FastifyRequest, StoreRef>();

export function noteGrantedStore(request: FastifyRequest, store: StoreRef | null): void {
  if (store !== null) grantedStores.set(request, store);
}

/**
 * Lets pages of other origins read answers: public reads from everywhere, all else where the store that the call is about
 * lists the origin. Cookies are never allowed along. @fastify/cors decides before a call's store is known, and its preflight
 * is one route for all paths.
 */
export function addCorsHeaders(app: FastifyInstance, directory: StoreDirectory): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const origin = foreignOrigin(request);
    if (endpoint !== undefined && origin !== null && !isOpen(endpoint, sentToken(request)))
      listedBy.set(request, storesAllowing(directory, origin));
    done();
  });
  app.addHook("onSend", async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // A preflight has made its headers itself.
    if (endpoint === undefined) return;
    if (!isPublicRead(endpoint)) addVary(reply, "Origin");
    else if (endpoint.access.more !== undefined) addVary(reply, "Origin, Authorization");
    if (isOpen(endpoint, sentToken(request))) {
      allowReading(reply, "*");
      return;
    }
    const listed = listedBy.get(request);
    if (listed === undefined) return;
    // What is not there is answered alike, whose ever it is.
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

/** Answers the question that browsers ask before a call from another origin, for all calls of one address. */
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
      const wanted = method === "HEAD" ? "GET" : method;
      const endpoint = endpoints.find((one) => one.method === wanted);
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
  const stores = await storesAllowing(directory, origin);
  return (await isAllowedBy(stores, endpoint, fields, request, directory)) ? origin : null;
}

/** Answers the same to everybody, or to everybody without a token. */
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

/** The origin of a page that is not the host's own; null without one. */
function foreignOrigin({ headers, host }: FastifyRequest): string | null {
  const { origin } = headers;
  if (origin === undefined || origin.length > maxOriginLength) return null;
  const url = URL.parse(origin);
  return url === null || url.host === "" || url.host === host ? null : origin;
}

/** None where the database is gone: the answer says so to whoever may read it without. */
function storesAllowing(directory: StoreDirectory, origin: string): Promise<StoreIds> {
  return directory.storesAllowing(origin).catch(() => new Set());
}

/**
 * Before the caller is known. Where an id or the body names the store, one store's list is enough: the id is not looked up,
 * so that nobody learns whether it exists. The answer itself is only readable where the thing's own store lists the origin.
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
    const store = await directory.find(value).catch(() => null);
    return store === null || stores.has(store.id);
  }
  const store = await storeOfHost(directory, request.hostname).catch(() => null);
  return store !== null && stores.has(store.id);
}

type Fields = { params: Record<string, unknown>; query: Record<string, unknown> };

function fieldsOf(request: FastifyRequest): Fields {
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
  };
}

/** Calls of one address may name its parts differently; the route has the first one's names. */
function paramsOf({ path }: Endpoint, url: string, request: FastifyRequest): Fields["params"] {
  const values = request.params as Record<string, unknown>;
  const routeNames = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name, i) => [name, values[routeNames[i] ?? ""]]));
}

/** So that no cache shows one origin what was answered to another. */
function addVary(reply: FastifyReply, names: string): void {
  reply.header("vary", [reply.getHeader("vary"), names].filter(Boolean).join(", "));
}
