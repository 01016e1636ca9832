import { isUuid } from "@vetrina/contract/common";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { basePath } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import {
  callDoor,
  callTransaction,
  type Context,
  enterAs,
  type Services,
  shareHolder,
  type Transaction,
} from "../context.ts";
import { sharedQueries } from "../database/connection-shares.ts";
import { queryable } from "../database/sql.ts";
import { ApiFailure, notFound } from "../errors.ts";
import type { StoreRef } from "../store-directory.ts";
import {
  authorize,
  credentialsIn,
  type Granted,
  requireCredentials,
  type Subject,
} from "./callers/authorize.ts";
import {
  addressTime,
  chargeAnswer,
  chargeBody,
  requireTime,
  timedQueries,
  timedWork,
} from "./callers/address-time.ts";
import { callerOfCall } from "./callers/caller.ts";
import { countCaller, countTarget, uncountCaller } from "./callers/count-caller.ts";
import { countingCopies, countWrite } from "./callers/count-write.ts";
import { checkEndpoint, type InputBounds } from "./check-contract.ts";
import { checkInput } from "./bodies/check-input.ts";
import { addCorsHeaders, mountPreflight, noteGrantedStore } from "./cors.ts";
import { answerError, methodNotAllowed } from "./answers/error-handler.ts";
import { storeOfRequest } from "./host-store.ts";
import type { Bounds } from "./bodies/input-bounds.ts";
import { type Credentials, identify, needsIdentity } from "./callers/identify.ts";
import { lockedRow } from "./callers/locked-row.ts";
import { countCall } from "./callers/rate-limit.ts";
import { createRecognize, type Recognize } from "./callers/recognize.ts";
import {
  bodySizeOf,
  noJson,
  receiveJson,
  requireMediaType,
  withFile,
} from "./bodies/receive-body.ts";
import { requireFewFields } from "./query-fields.ts";
import { idempotencyOf, ifMatchOf } from "./request-headers.ts";
import type { ApiRoutes, Handler } from "./routes.ts";
import { sendAnswer } from "./answers/send-answer.ts";
import { type Serialize, serializer } from "./answers/serialize.ts";
import { theTimeouts, type Timeouts } from "./timeouts.ts";
import { callerAddress, isInProcess } from "./transport.ts";
import { type BodyRoom, createBodyRooms } from "./bodies/body-room.ts";
import { senderOf } from "./bodies/sender-of.ts";
import { validate } from "./bodies/validate.ts";

export type ApiOptions = {
  /** False only in tests, load tests and benchmarks, in which one address represents many callers. */
  rateLimits: boolean;
  /** Validates every response against its schema; only for tests. */
  checkResponses: boolean;
  /** Replaces the real access checks. Only for tests that row-level security alone prevents access. */
  checks?: AccessChecks;
  /** Shorter timeouts than the real ones; only for tests. */
  timeouts?: Timeouts;
};

export type AccessChecks = {
  requireCredentials: typeof requireCredentials;
  authorize: typeof authorize;
  storeOf: typeof storeOf;
};
export const theChecks: AccessChecks = { requireCredentials, authorize, storeOf };

type Operation = {
  name: string;
  endpoint: Endpoint;
  bounds: InputBounds;
  handler: Handler;
  serialize: Serialize | null;
};
type Fields = Record<string, unknown>;
type Inputs = { params: Fields; query: Fields; body: Fields };

/** Mounts every endpoint of the contract. Before a handler runs, access, store and input have been checked. */
export function mountApi(
  app: FastifyInstance,
  contract: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  routes: ApiRoutes,
  services: Services,
  options: ApiOptions,
): void {
  const parts: Parts = { recognize: createRecognize(services), rooms: createBodyRooms() };
  addCorsHeaders(app, services.directory);
  const addresses = new Map<string, { url: string; endpoints: Endpoint[] }>();
  for (const operation of operationsOf(contract, routes, options.checkResponses)) {
    const { endpoint } = operation;
    const { method, path } = endpoint;
    const url = basePath + path.replaceAll(/\{(\w+)\}/g, ":$1");
    // Several endpoints may share a path but name its parameters differently, such as /products/store/{storeId} and
    // /products/store/{linkStoreId}.
    const shape = path.replaceAll(/\{\w+\}/g, "{}");
    const known = addresses.get(shape) ?? { url, endpoints: [] };
    addresses.set(shape, { url: known.url, endpoints: [...known.endpoints, endpoint] });
    app.route({
      method,
      url,
      config: { endpoint },
      handler: handlerOf(operation, services, parts, options),
      ...(options.rateLimits && isSignedInRead(endpoint) ? { onSend: chargeAnswer } : {}),
    });
  }
  for (const { url, endpoints } of addresses.values()) {
    mountPreflight(app, url, endpoints, services.directory);
    const allowed = endpoints.map(({ method }) => method);
    answerOtherMethods(app, url, allowed);
  }
}

function operationsOf(
  contract: Parameters<typeof mountApi>[1],
  routes: ApiRoutes,
  checked: boolean,
): Operation[] {
  return Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const handler = (routes as unknown as Record<string, Record<string, Handler>>)[group]?.[name];
      if (handler === undefined) throw new Error(`${group}.${name} has no handler`);
      const bounds = checkEndpoint(`${group}.${name}`, endpoint);
      const serialize =
        endpoint.response === undefined ? null : serializer(endpoint.response, checked);
      return { name, endpoint, bounds, handler, serialize };
    }),
  );
}

type Parts = { recognize: Recognize; rooms: { uploads: BodyRoom; json: BodyRoom } };

function handlerOf(
  operation: Operation,
  services: Services,
  { recognize, rooms }: Parts,
  options: ApiOptions,
) {
  const { endpoint, bounds, handler, serialize, name } = operation;
  const checks = options.checks ?? theChecks;
  const timeouts = options.timeouts ?? theTimeouts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // Counted before any check, so that rejected requests count too.
    const { limit: max } = endpoint.access;
    if (options.rateLimits && max !== undefined)
      await countCaller(services.database.app, name, callerAddress(request), { max });
    if (options.rateLimits && usesTime(endpoint)) requireTime(request);
    requireMediaType(request, endpoint);
    const params = fieldsOf(endpoint.params, bounds.params, request.params);
    if (options.rateLimits) await countTargetOf(operation, params, services);
    requireFewFields(request);
    const ties = recognize(request);
    const query = fieldsOf(endpoint.query, bounds.query, request.query);
    const orderId = subjectOrder(endpoint, params);
    const credentials = await identify(request, endpoint.access, ties, orderId);
    checks.requireCredentials(endpoint.access, credentials);
    if (options.rateLimits) await countKey(operation, credentials, services);
    const admit = async (body: Fields) => {
      const input = { params, query, body };
      const store = await checks.storeOf(endpoint, input, request, services);
      const subject = subjectOf(endpoint, input, store, orderId);
      const granted = await checks.authorize(endpoint.access, credentials, subject, ties);
      noteGrantedStore(request, store);
      return { store, granted };
    };
    // Admits the caller before the body is read, unless the body says which store the call is about.
    const early = namesStoreInBody(endpoint) ? null : await admit({});
    const { value: sent, bytes } = endpoint.body
      ? await receiveJson(request, bounds.body, {
          size: bodySizeOf(endpoint, early?.granted.actor),
          caller: senderOf(request, endpoint, early),
          room: rooms.json,
          pace: timeouts.body,
        })
      : noJson;
    if (options.rateLimits && isReadUnadmitted(endpoint)) chargeBody(request, bytes);
    const { store, granted } = early ?? (await admit(sent as Fields));
    const { actor } = granted;
    if (options.rateLimits)
      await countWrite(services.database.app, endpoint, { actor, store, bytes });
    const body = endpoint.body ? { body: validate(endpoint.body, sent) } : {};
    const call = { granted, store, services, operation, credentials, options, sent };
    const ctx = contextOf(request, reply, call);
    const input = { ...query, ...params, ...body };
    if (endpoint.upload === undefined)
      return sendAnswer(reply, endpoint, serialize, await handler(ctx, input), ctx.seesMore);
    await handler.beforeFile?.(ctx, input);
    const caller = senderOf(request, endpoint, { store, granted });
    const result = await withFile(
      request,
      endpoint.upload,
      { caller, room: rooms.uploads, timeouts },
      (file) => handler(ctx, { ...input, file }),
    );
    return sendAnswer(reply, endpoint, serialize, result, ctx.seesMore);
  };
}

function usesTime(endpoint: Endpoint): boolean {
  return endpoint.method === "GET" || isReadUnadmitted(endpoint);
}

/**
 * Whether a body is read before the caller is authorized, because the body names the store. Such a caller has at least
 * signed in.
 */
function isReadUnadmitted(endpoint: Endpoint): boolean {
  return namesStoreInBody(endpoint) && !endpoint.access.allow.includes("public");
}

function isSignedInRead({ method, access }: Endpoint): boolean {
  return method === "GET" && !access.allow.includes("public");
}

function fieldsOf(schema: Endpoint["params"], bounds: Bounds, value: unknown): Fields {
  checkInput(bounds, value);
  return schema === undefined ? {} : validate(schema, value);
}

function namesStoreInBody({ store }: Endpoint): boolean {
  return (store.by === "store" || store.by === "resource") && store.in === "body";
}

/**
 * Counts the call against its target's limit. Uses the parsed parameter, so that different spellings share one count.
 */
async function countTargetOf(
  { name, endpoint }: Operation,
  params: Fields,
  services: Services,
): Promise<void> {
  const { limit, limitTarget } = endpoint.access;
  if (limit === undefined || limitTarget === undefined) return;
  await countTarget(services.database.app, name, String(params[limitTarget]), limit);
}

/**
 * Counts the call against the limit of its API key: a key counts as one caller, whatever addresses its calls come from.
 */
async function countKey(
  { name, endpoint }: Operation,
  { key }: Credentials,
  services: Services,
): Promise<void> {
  const { limit } = endpoint.access;
  if (limit === undefined || key === null) return;
  await countCall(services.database.app, `${name} key ${key.keyId}`, limit);
}

function subjectOf(
  endpoint: Endpoint,
  input: Inputs,
  store: StoreRef | null,
  orderId: string | null,
): Subject {
  const { store: by } = endpoint;
  const userId = input.params["userId"] ?? input.params["id"];
  return {
    what: wordOf(endpoint),
    storeId: store?.id ?? null,
    thing: by.by === "resource" ? { kind: by.kind, id: String(input[by.in][by.field]) } : null,
    orderId,
    userId: typeof userId === "string" ? userId : null,
  };
}

/** The noun in a NOT_FOUND message. It is the same whether the resource is missing or belongs to another store. */
function wordOf({ store }: Endpoint): string {
  if (store.by === "resource") return store.kind;
  return store.by === "none" ? "user" : "store";
}

function subjectOrder(endpoint: Endpoint, params: Fields): string | null {
  const { store } = endpoint;
  if (store.by !== "resource" || store.kind !== "order" || store.in !== "params") return null;
  return params[store.field] as string;
}

async function storeOf(
  endpoint: Endpoint,
  input: Inputs,
  request: FastifyRequest,
  services: Services,
): Promise<StoreRef | null> {
  const { store: by } = endpoint;
  if (by.by === "none") return null;
  if (by.by === "host") return storeOfRequest(services.directory, request);
  const value = input[by.in][by.field];
  if (by.by === "store") {
    if (value === undefined && by.orHost === true)
      return storeOfRequest(services.directory, request);
    const store =
      typeof value === "string"
        ? await services.directory.find(value, callerAddress(request))
        : null;
    if (store === null) throw notFound("store");
    return store;
  }
  const id = typeof value === "string" && isUuid(value) ? value : null;
  if (id === null)
    throw new ApiFailure("VALIDATION_FAILED", `${by.field}: Send an id.`, [
      { path: by.field, message: "Send an id." },
    ]);
  const store = await services.directory.ofThing(by.kind, id, callerAddress(request));
  if (store === null) throw notFound(by.kind);
  return store;
}

type Call = {
  granted: Granted;
  store: StoreRef | null;
  services: Services;
  operation: Operation;
  credentials: Credentials;
  options: ApiOptions;
  sent: unknown;
};

function contextOf(request: FastifyRequest, reply: FastifyReply, call: Call): Context {
  const { granted, store, services, operation, options } = call;
  const { user } = credentialsIn(store?.id ?? null, call.credentials);
  const { database } = services;
  const what = wordOf(operation.endpoint);
  const address = options.rateLimits ? callerAddress(request) : null;
  const isForPage = isInProcess(request);
  const isBound = granted.actor.kind === "order" && granted.actor.boundTo !== null;
  const holder = { ...shareHolder(granted.actor, store), address, isForPage };
  const writer = { ...holder, row: lockedRow(operation.endpoint, granted.actor) };
  const isTimed = options.rateLimits && operation.endpoint.method === "GET";
  // Inside the connection shares, so that waiting for a connection doesn't count against the address.
  const catalogue = isTimed ? timedQueries(database.catalogue, request) : database.catalogue;
  const timed = <T>(work: (tx: Transaction) => Promise<T>): typeof work =>
    isTimed ? (tx) => timedWork(request, () => work(tx)) : work;
  return {
    ...granted,
    signedIn: operation.endpoint.access.allow.includes("customer") ? (user?.userId ?? null) : null,
    sessionId: needsIdentity(operation.endpoint.access) ? (user?.sessionId ?? null) : null,
    get store() {
      if (store === null) throw new Error(`${operation.name} has no store`);
      return store;
    },
    services,
    catalogue: sharedQueries(catalogue, database.shares.catalogue, holder),
    lookups: database.lookups.app(address, isForPage),
    statements: sharedQueries(queryable(database.app), database.shares.app, holder),
    traceId: request.id,
    origin: `${request.protocol}://${request.host}`,
    caller: callerOfCall(request, reply, operation.endpoint, options.rateLimits),
    limitsCallers: options.rateLimits,
    isForPage,
    async uncountCall() {
      if (address !== null) await uncountCaller(database.app, operation.name, address);
    },
    spendTime: (ms) => void (isTimed && addressTime.spend(callerAddress(request), ms)),
    setCookie: (cookie) => void reply.header("set-cookie", cookie),
    idempotency: idempotencyOf(request, { ...operation, ...call.credentials, sent: call.sent }),
    ifMatch: ifMatchOf(request),
    now: services.now,
    tx(work, turn) {
      const storeId = this.store.id;
      const enter = enterAs(granted.actor, storeId, granted.needs);
      const call = { storeId, enter, what, isBound };
      return countingCopies(this, timed(work), (counted) =>
        callTransaction(database, { ...writer, turn }, call, counted),
      );
    },
    checkout(orderId, work) {
      const storeId = this.store.id;
      const enter = callDoor("enter_checkout", storeId, orderId);
      return countingCopies(this, timed(work), (counted) =>
        callTransaction(database, holder, { storeId, enter, what }, counted),
      );
    },
  };
}

function answerOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
    (method) => !allowed.includes(method) && !app.hasRoute({ method: method, url }),
  );
  app.route({
    method: others,
    url,
    handler: (request, reply) =>
      answerError(methodNotAllowed(allowed), request, reply.header("allow", allowed.join(", "))),
  });
}
