// @module-tag slow

import * as fc from "fast-check";
import { SignJWT } from "jose";
import { describe, expect } from "vitest";
import { z } from "zod";
import { ApiErrorBody, commonErrors, type ErrorCode, errorStatus } from "@vetrina/contract/errors";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { Permission } from "@vetrina/contract/people/permissions";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../id.ts";
import { errorCodesOf } from "../api-docs/openapi.ts";
import { addressOf, endpoints, openShop, type Shop, signedIn } from "./contract.fixture.ts";
import { hostileTexts, inputsOf } from "./fuzz-inputs.fixture.ts";
import { type CallInput, validInput } from "./valid-calls.fixture.ts";

/**
 * FUZZ_SECONDS=600 FUZZ_SEED=$RANDOM searches longer, with other requests. The ordinary run always sends the same
 * requests. It has no time limit, because a busy machine would then test fewer calls.
 */
const asked = process.env["FUZZ_SECONDS"];
const limits =
  asked === undefined
    ? { numRuns: 2000 }
    : { numRuns: 1_000_000, interruptAfterTimeLimit: Number(asked) * 1000 };
const seed = Number(process.env["FUZZ_SEED"] ?? 2026);

type Request = {
  /** group.name, printed in a failure. */
  name: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
};

const leaks =
  /node_modules|\.[cm]?ts:\d|\n\s+at |\bselect\b.+\bfrom\b|insert into|\bshop\.\w|\bdoor\.\w|syntax error|violates|\/home\/|\/root\/|\/work\/|postgres/i;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function forge(key: Uint8Array, expires: string): Promise<string> {
  return new SignJWT({ sid: newId(), adm: true })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(newId())
    .setIssuer("vetrina")
    .setExpirationTime(expires)
    .sign(key);
}

async function credentialsOf(
  world: World,
  own: Shop,
  other: Shop,
): Promise<Record<string, string>[]> {
  const all = { permissions: Permission.options, owner: true };
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const claims = Buffer.from(JSON.stringify({ sub: newId(), adm: true })).toString("base64url");
  return [
    {},
    {},
    bearer(await signedIn(world)),
    bearer(await signedIn(world, { storeId: own.storeId, permissions: ["VIEW_DASHBOARD"] })),
    bearer(await signedIn(world, { storeId: own.storeId, ...all })),
    bearer(await signedIn(world, { storeId: own.storeId, ...all })),
    bearer(await signedIn(world, { storeId: other.storeId, ...all })),
    bearer(await signedIn(world, undefined, true)),
    bearer(own.customerToken),
    bearer(own.otherCustomerToken),
    bearer(await forge(Buffer.alloc(32), "1h")),
    bearer(await forge(world.services.key("access token"), "-1h")),
    bearer(`${none}.${claims}.`),
    { authorization: "Basic YTpi" },
    { "x-order-key": own.orderKey },
    { "x-order-key": own.orderKey },
    { "x-order-key": own.otherOrder.orderKey },
    { "x-order-key": "k".repeat(4000) },
    { cookie: `vetrina_order_${own.ids.order}=${own.orderKey}; vetrina_order_=; =; ;;` },
  ];
}

function requests(
  credentials: readonly Record<string, string>[],
  own: Shop,
  other: Shop,
  valid: ReadonlyMap<string, CallInput>,
): fc.Arbitrary<Request> {
  const known = [own, own, other].flatMap((shop) =>
    Object.values(shop.ids).concat(
      shop.storeId,
      shop.slug,
      shop.host,
      shop.orderNumber,
      shop.paymentIntentId,
      shop.productLink,
    ),
  );
  const headers = fc
    .record({
      credential: fc.constantFrom(...credentials),
      host: fc.constantFrom(
        own.host,
        own.host,
        other.host,
        "localhost",
        "evil.example",
        "a..b",
        "[::1]",
      ),
      key: fc.option(fc.constantFrom("k1", "k2", "x".repeat(201)), { freq: 3 }),
      version: fc.option(fc.constantFrom('"1"', 'W/"99999999999999999999"', "x"), { freq: 2 }),
    })
    .map(({ credential, host, key, version }) =>
      Object.assign(
        { host },
        credential,
        key === null ? {} : { "idempotency-key": key },
        version === null ? {} : { "if-match": version },
      ),
    );
  return fc.oneof(
    ...endpoints.map(({ name, endpoint }): fc.Arbitrary<Request> => {
      const right = valid.get(name) ?? {};
      return fc.record({
        name: fc.constant(name),
        params: halfRight(endpoint.params, known, right.params),
        query: halfRight(endpoint.query, known, right.query),
        body:
          endpoint.body === undefined
            ? fc.constant(undefined)
            : halfRight(endpoint.body, known, right.body),
        headers,
      });
    }),
  );
}

/**
 * Generates the valid values in half of the cases, else random ones. With random ones alone, few requests would get
 * past the first check.
 */
function halfRight(
  schema: z.core.$ZodType | undefined,
  known: readonly string[],
  right: Record<string, unknown> = {},
): fc.Arbitrary<Record<string, unknown>> {
  return schema === undefined
    ? fc.constant({})
    : fc.oneof(inputsOf(schema, known), fc.constant(right));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Values as written in a URL. A URL can't contain a lone surrogate, so only bodies contain one. */
function inAddress(input: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(input ?? {}).map(([name, value]): [string, string] => [
    name,
    textOf(value).toWellFormed().slice(0, 1000),
  ]);
  return Object.fromEntries(texts);
}

const byName = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));

function endpointOf({ name }: Request): Endpoint {
  const endpoint = byName.get(name);
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
  return endpoint;
}

async function send(world: World, request: Request) {
  const { params, query, body, headers } = request;
  const endpoint = endpointOf(request);
  return world.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, inAddress(params), inAddress(query)),
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) ?? "" }),
  });
}

/** The error codes that a call may return for any input. */
function codesOf(endpoint: Endpoint): Set<ErrorCode> {
  const never = new Set<ErrorCode>(["INTERNAL_ERROR", "DATABASE_UNAVAILABLE"]);
  const codes = [...errorCodesOf(endpoint), ...commonErrors].filter((code) => !never.has(code));
  // A URL that is too long or has an empty part matches no call of the contract.
  return new Set<ErrorCode>([...codes, "NOT_FOUND", "METHOD_NOT_ALLOWED"]);
}

/** Lists what is wrong with a response; empty if it is right. */
function errorsOf(request: Request, answer: Awaited<ReturnType<typeof send>>): string[] {
  const endpoint = endpointOf(request);
  const { statusCode, body, headers } = answer;
  const problems: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || problems.push(what));
  const caching = headers["cache-control"];
  if (statusCode < 300) {
    const isEmpty = endpoint.response === undefined && endpoint.file === undefined;
    const status = isEmpty ? 204 : (endpoint.status ?? 200);
    must(statusCode === status, `status ${status} is what the contract says`);
    if (endpoint.file !== undefined)
      must(headers["content-type"] === endpoint.file, "another kind of file");
    if (endpoint.response !== undefined)
      must(z.safeParse(endpoint.response, JSON.parse(body)).success, "another shape");
    must(caching === (endpoint.personal === true ? "no-store" : "private, no-cache"), "caching");
    return problems;
  }
  const error = z.safeParse(z.strictObject(ApiErrorBody.shape), JSON.parse(body)).data;
  if (error === undefined) return ["another shape of an error"];
  const code = error.code as ErrorCode;
  must(codesOf(endpoint).has(code), `${code} is not declared`);
  must(statusCode === errorStatus[code] && error.statusCode === statusCode, "another status");
  must(error.traceId === headers["x-trace-id"], "another trace id");
  must(caching === "no-store", "an error may be cached");
  // Responses may repeat parts of the input, such as a field's name, but never reveal internals.
  must(comesBack(body) || !leaks.test(body), "leaks internals");
  return problems;
}

function comesBack(body: string): boolean {
  const sent = hostileTexts.map((text) => JSON.stringify(text).slice(1, -1));
  return sent.some((text) => text.length > 8 && body.includes(text));
}

/**
 * Whether random requests can get past the first check. They never guess a password, code or token, so calls that
 * require one always fail there.
 */
function isGuessable({ endpoint: { body } }: (typeof endpoints)[number]): boolean {
  const secrets = ["password", "currentPassword", "code", "token", "refreshToken"];
  return !(body instanceof z.ZodObject && secrets.some((name) => Object.hasOwn(body.shape, name)));
}

describe("randomly generated requests", () => {
  test(
    "never cause a server error, an undeclared response or a leak of internals",
    async ({ world }) => {
      const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
      const credentials = await credentialsOf(world, own, other);
      const valid = new Map<string, CallInput>();
      // Preparing deleteStore would cancel the open orders, and then the store could be closed. Requests to a closed
      // store would test nothing.
      for (const named of endpoints.filter(({ name }) => name !== "stores.deleteStore"))
        valid.set(named.name, await validInput(named, own, world));
      let sent = 0;
      const arrived = new Set<string>();
      await fc.assert(
        fc.asyncProperty(requests(credentials, own, other, valid), async (request) => {
          const answer = await send(world, request);
          sent += 1;
          // The invoice's handler always fails with this error, because no generated order is paid.
          if (answer.statusCode < 300 || answer.body.includes('"ORDER_NOT_PAID"'))
            arrived.add(request.name);
          const problems = errorsOf(request, answer);
          if (problems.length === 0) return;
          throw new Error(
            `${problems.join(", ")}: ${answer.statusCode} ${answer.body.slice(0, 500)}`,
          );
        }),
        {
          ...limits,
          seed,
          endOnFailure: true,
        },
      );
      expect(sent).toBeGreaterThan(500);
      // Requests that never get past the first check prove nothing. A third is enough, because earlier requests may
      // have deleted or disabled what later ones need.
      expect(arrived.size).toBeGreaterThan(endpoints.filter(isGuessable).length / 3);
      expect(await imbalances(world)).toEqual([]);
    },
    (Number(asked ?? 0) + 600) * 1000,
  );
});
