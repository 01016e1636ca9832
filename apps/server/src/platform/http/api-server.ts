import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { basePath } from "@vetrina/contract/api";
import type { Endpoint, Upload } from "@vetrina/contract/endpoint";
import {
  againAfterDeadlock,
  callDoor,
  type Context,
  enterAs,
  type Services,
  transact,
} from "../context.ts";
import { createKeyUse } from "../auth/note-key-use.ts";
import { queryable } from "../database/sql.ts";
import { ApiFailure, notFound } from "../errors.ts";
import type { StoreRef } from "../store-directory.ts";
import { authorize, requireCredentials, type Subject, tiesFrom, type Ties } from "./authorize.ts";
import { callerOf } from "./caller.ts";
import { checkEndpoint } from "./check-contract.ts";
import { answerError, methodNotAllowed } from "./error-handler.ts";
import { storeOfHost } from "./host-store.ts";
import { type Credentials, identify, identitiesFrom, type Identities } from "./identify.ts";
import { countCall } from "./rate-limit.ts";
import { readBody, streamBody } from "./read-body.ts";
import type { ApiRoutes, FileAnswer, Verb } from "./routes.ts";
import { type Serialize, serializer } from "./serialize.ts";
import { refuseUnstorableText } from "./text-faults.ts";
import { callerAddress } from "./transport.ts";
import { validate } from "./validate.ts";

export type ApiOptions = {
  /** Off only where one address stands for many: load tests. */
  rateLimits: boolean;
  /** Parses every answer against its schema: tests. */
  checkResponses: boolean;
  /** Other checks than the real ones: given by tests alone, which show what the walls behind them hold. */
  checks?: AccessChecks;
};

export type AccessChecks = {
  requireCredentials: typeof requireCredentials;
  authorize: typeof authorize;
  storeOf: typeof storeOf;
};
export const theChecks: AccessChecks = { requireCredentials, authorize, storeOf };

type Operation = { name: string; endpoint: Endpoint; verb: Verb; serialize: Serialize | null };
type Fields = Record<string, unknown>;
type Inputs = { params: Fields; query: Fields; body: Fields };

/** Mounts every endpoint of the contract. What a verb may rely on has happened before it: access, store, valid input. */
export function mountApi(
  app: FastifyInstance,
  contract: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>,
  routes: ApiRoutes,
  services: Services,
  options: ApiOptions,
): void {
  const reader = queryable(services.database.app);
  const identities = identitiesFrom(
    reader,
    services.accessTokens,
    () => services.now(),
    createKeyUse(services),
  );
  const ties = tiesFrom(reader);
  const methods = new Map<string, { url: string; allowed: string[] }>();
  for (const operation of operationsOf(contract, routes, options.checkResponses)) {
    const { method, path } = operation.endpoint;
    const url = basePath + path.replaceAll(/\{(\w+)\}/g, ":$1");
    // Calls of one address may name its parts differently: /products/store/{storeId}, /products/store/{linkStoreId}.
    const shape = path.replaceAll(/\{\w+\}/g, "{}");
    const known = methods.get(shape) ?? { url, allowed: [] };
    methods.set(shape, { url: known.url, allowed: [...known.allowed, method] });
    const route = {
      method,
      url,
      handler: handlerOf(operation, services, { ...identities, ...ties }, options),
    };
    const { upload } = operation.endpoint;
    if (upload === undefined) app.route(route);
    else void app.register((scope) => mountUpload(scope, route, upload));
  }
  for (const { url, allowed } of methods.values()) refuseOtherMethods(app, url, allowed);
}

/** Its body is left unread until it is known that the caller may send it. */
async function mountUpload(
  scope: FastifyInstance,
  route: RouteOptions,
  upload: Upload,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...upload.types], (_request, _payload, done) => done(null));
  scope.setErrorHandler<Error & { code?: string }>((error, request, reply) =>
    answerError(ofUpload(error, upload), request, reply),
  );
  scope.route({ ...route, bodyLimit: upload.most });
}

/** What is said of a body elsewhere would be wrong of a file. */
function ofUpload(error: Error & { code?: string }, { types, most }: Upload): Error {
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiFailure("UNSUPPORTED_MEDIA_TYPE", `Send a file of ${types.join(", ")}.`);
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error.code === "PAYLOAD_TOO_LARGE")
    return new ApiFailure("PAYLOAD_TOO_LARGE", `Send a file of at most ${most / 2 ** 20} MB.`);
  return error;
}

function operationsOf(
  contract: Parameters<typeof mountApi>[1],
  routes: ApiRoutes,
  checked: boolean,
): Operation[] {
  return Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const verb = (routes as unknown as Record<string, Record<string, Verb>>)[group]?.[name];
      if (verb === undefined) throw new Error(`${group}.${name} has no verb`);
      checkEndpoint(`${group}.${name}`, endpoint);
      const serialize =
        endpoint.response === undefined ? null : serializer(endpoint.response, checked);
      return { name, endpoint, verb, serialize };
    }),
  );
}

function handlerOf(
  operation: Operation,
  services: Services,
  ties: Ties & Identities,
  options: ApiOptions,
) {
  const { endpoint, verb, serialize, name } = operation;
  const checks = options.checks ?? theChecks;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    refuseUnstorableText(request.params);
    refuseUnstorableText(request.query);
    refuseUnstorableText(request.body);
    if (options.rateLimits && endpoint.access.limit !== undefined)
      await countCall(
        services.database.app,
        `${name} ${callerAddress(request)}`,
        endpoint.access.limit,
      );
    const params = endpoint.params ? (validate(endpoint.params, request.params, "") as Fields) : {};
    if (options.rateLimits) await countTarget(operation, params, services);
    const query = endpoint.query ? (validate(endpoint.query, request.query, "") as Fields) : {};
    const orderId = subjectOrder(endpoint, params);
    const credentials = await identify(request, endpoint.access, ties, orderId);
    checks.requireCredentials(endpoint.access, credentials);
    if (options.rateLimits) await countKey(operation, credentials, services);
    // No body is one without a field: what a call lets out may be let out with the braces as well.
    const sent = (request.body ?? {}) as Fields;
    const input = { params, query, body: sent };
    const store = await checks.storeOf(endpoint, input, request, services);
    const subject = subjectOf(endpoint, input, store, orderId);
    const granted = await checks.authorize(endpoint.access, credentials, subject, ties);
    const body = endpoint.body ? { body: validate(endpoint.body, sent, "") } : {};
    const file = endpoint.upload ? { file: await takeFile(request, reply, endpoint.upload) } : {};
    const ctx = contextOf(request, reply, {
      granted,
      store,
      services,
      operation,
      credentials,
      options,
    });
    const result = await verb(ctx, { ...query, ...params, ...body, ...file });
    return answer(reply, endpoint, serialize, result);
  };
}

/** By the text the handler gets, or two spellings of a target would have two counts. Hashed: it may be an order's number. */
async function countTarget(
  { name, endpoint }: Operation,
  params: Fields,
  services: Services,
): Promise<void> {
  const { limit, limitTarget } = endpoint.access;
  if (limit === undefined || limitTarget === undefined) return;
  const hash = createHash("sha256").update(String(params[limitTarget])).digest("base64url");
  await countCall(services.database.app, `${name} target ${hash}`, limit);
}

/** A key is one caller, from however many addresses. */
async function countKey(
  { name, endpoint }: Operation,
  { key }: Credentials,
  services: Services,
): Promise<void> {
  const { limit } = endpoint.access;
  if (limit === undefined || key === null) return;
  await countCall(services.database.app, `${name} key ${key.keyId}`, limit);
}

/** What is not read to its end closes the connection: nobody reads the rest. */
async function takeFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { most, streamed }: Upload,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  if (streamed === true) {
    reply.header("connection", "close");
    return streamBody(request.raw, most, () => void reply.removeHeader("connection"));
  }
  try {
    return await readBody(request.raw, most);
  } catch (error) {
    reply.header("connection", "close");
    throw error;
  }
}

function answer(
  reply: FastifyReply,
  endpoint: Endpoint,
  serialize: Serialize | null,
  result: unknown,
): FastifyReply {
  reply.header("cache-control", endpoint.personal === true ? "no-store" : "private, no-cache");
  if (endpoint.personal === true) reply.header("referrer-policy", "no-referrer");
  if (endpoint.file !== undefined) return answerFile(reply, endpoint.file, result as FileAnswer);
  if (serialize === null) return reply.code(204).send();
  const version = (result as { version?: unknown } | null)?.version;
  if (typeof version === "number") reply.header("etag", `"${version}"`);
  return reply
    .code(endpoint.status ?? 200)
    .type("application/json; charset=utf-8")
    .send(serialize(result));
}

/** `name` is of our making: plain ASCII without quotes. */
function answerFile(
  reply: FastifyReply,
  type: string,
  { name, bytes, version }: FileAnswer,
): FastifyReply {
  if (version !== undefined) {
    reply.header("etag", `"${version}"`);
    if (reply.request.headers["if-none-match"]?.includes(`"${version}"`) === true)
      return reply.code(304).send();
  }
  return reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(
      bytes instanceof Uint8Array
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Readable.from(bytes),
    );
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

/** What is not found: the same word for a missing one and a foreign one. */
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
  if (by.by === "host") return storeOfHost(services.directory, request.hostname);
  const value = input[by.in][by.field];
  if (by.by === "store") {
    if (value === undefined && by.orHost === true)
      return storeOfHost(services.directory, request.hostname);
    const store = typeof value === "string" ? await services.directory.find(value) : null;
    if (store === null) throw notFound("store");
    return store;
  }
  const id = typeof value === "string" && isUuid(value) ? value : null;
  if (id === null)
    throw new ApiFailure("VALIDATION_FAILED", `${by.field}: Send an id.`, [
      { path: by.field, message: "Send an id." },
    ]);
  const store = await services.directory.ofThing(by.kind, id);
  if (store === null) throw notFound(by.kind);
  return store;
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}

type Call = {
  granted: Awaited<ReturnType<typeof authorize>>;
  store: StoreRef | null;
  services: Services;
  operation: Operation;
  credentials: Credentials;
  options: ApiOptions;
};

function contextOf(request: FastifyRequest, reply: FastifyReply, call: Call): Context {
  const { granted, store, services, operation, credentials, options } = call;
  const { database } = services;
  const what = wordOf(operation.endpoint);
  return {
    ...granted,
    signedIn: operation.endpoint.access.allow.includes("customer")
      ? (credentials.user?.userId ?? null)
      : null,
    get store() {
      if (store === null) throw new Error(`${operation.name} is about no store`);
      return store;
    },
    services,
    catalogue: database.catalogue,
    traceId: request.id,
    origin: `${request.protocol}://${request.host}`,
    caller: callerOf(request),
    limitsCallers: options.rateLimits,
    setCookie: (cookie) => void reply.header("set-cookie", cookie),
    idempotency: idempotencyOf(request, operation, credentials),
    ifMatch: ifMatchOf(request),
    now: services.now,
    tx(work) {
      const enter = enterAs(granted.actor, this.store.id);
      return againAfterDeadlock(() => transact(database.app, this.store.id, enter, work, what));
    },
    checkout(orderId, work) {
      const enter = callDoor("enter_checkout", this.store.id, orderId);
      return againAfterDeadlock(() => transact(database.app, this.store.id, enter, work, what));
    },
  };
}

function idempotencyOf(
  request: FastifyRequest,
  { endpoint, name }: Operation,
  { user, key: apiKey, orderKeyHash }: Credentials,
): Context["idempotency"] {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotent !== true || typeof key !== "string" || key === "") return null;
  if (key.length > 200)
    throw new ApiFailure("VALIDATION_FAILED", "Idempotency-Key: Use at most 200 characters.");
  // Who calls, not by which token: a client that had to refresh its token sends the same request again.
  const caller = user?.userId ?? apiKey?.keyId ?? orderKeyHash?.toString("base64url") ?? "";
  const requestHash = createHash("sha256")
    .update(JSON.stringify([request.params, request.body ?? null, caller]))
    .digest();
  return { key, operation: name, requestHash };
}

/** Proxies that compress an answer make its tag a weak one, so W/ is read over. */
function ifMatchOf(request: FastifyRequest): Context["ifMatch"] {
  const header = request.headers["if-match"]?.trim();
  if (header === undefined || header === "*") return null;
  return [...header.matchAll(/(?:^|,)\s*(?:W\/)?"(\d{1,15})"\s*(?=,|$)/g)].map(([, version]) =>
    Number(version),
  );
}

function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
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
