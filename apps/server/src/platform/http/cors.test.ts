// @module-tag slow

import type { LightMyRequestResponse as Answer } from "fastify";
import { describe, expect } from "vitest";
import { basePath } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { test, type World } from "#tests/world.ts";
import { newId } from "../id.ts";
import {
  addressOf,
  endpoints,
  type NamedEndpoint,
  openShop,
  type Shop,
  signedIn,
} from "./contract.fixture.ts";
import { requestOf, validInput, whoMay } from "./valid-calls.fixture.ts";

const ours = "https://app.example";
const theirs = "https://other-store.example:8443";
const unknown = "https://evil.example";
const origins = [ours, theirs, unknown, "null", undefined];

/** Two stores, each with its own allowed origin. */
async function openShops(world: World): Promise<{ own: Shop; other: Shop }> {
  const own = await openShop(world, "own");
  const other = await openShop(world, "other");
  await allow(world, own, [ours]);
  await allow(world, other, [theirs]);
  return { own, other };
}

async function allow(world: World, { storeId }: Shop, allowedOrigins: string[]) {
  const accessToken = await signedIn(world, { storeId, permissions: ["MANAGE_SETTINGS"] });
  const { stores } = world.client({ accessToken });
  return stores.updateStore({ id: storeId, body: { allowedOrigins } });
}

/** Whether an endpoint is a public read, determined independently of cors.ts. */
function isPublicRead({ method, access, personal }: Endpoint): boolean {
  return method === "GET" && access.allow.join() === "public" && personal !== true;
}

function allowedOriginOf({ headers }: Answer): string | undefined {
  return headers["access-control-allow-origin"];
}

function fromOrigin(origin: string | undefined): { origin?: string } {
  return origin === undefined ? {} : { origin };
}

/** Whether a call names its store by an id or in the body, which a preflight can't look up. */
function isNamedLate({ store }: Endpoint): boolean {
  return store.by === "resource" || (store.by === "store" && store.in === "body");
}

async function preflight(
  world: World,
  { endpoint }: NamedEndpoint,
  url: string,
  host: string,
  origin: string | undefined,
  headers = "content-type",
): Promise<Answer> {
  return world.app.inject({
    method: "OPTIONS",
    url,
    headers: {
      host,
      ...fromOrigin(origin),
      "access-control-request-method": endpoint.method,
      "access-control-request-headers": headers,
    },
  });
}

describe("each call from a page of another origin", () => {
  test("has a preflight: public reads are open to all, the rest to the store's allowed origins", async ({
    world,
  }) => {
    const { own } = await openShops(world);
    const wrong: string[] = [];
    for (const named of endpoints) {
      const { name, endpoint } = named;
      const { params, query } = await validInput(named, own, world);
      const url = addressOf(endpoint, params, query);
      for (const origin of origins)
        for (const headers of ["content-type", "authorization, content-type"]) {
          const answer = await preflight(world, named, url, own.host, origin, headers);
          const sees = endpoint.access.more !== undefined && headers.startsWith("authorization");
          const isListed = origin === ours || (origin === theirs && isNamedLate(endpoint));
          const expected = isPublicRead(endpoint) && !sees ? "*" : isListed ? origin : undefined;
          const methods = answer.headers["access-control-allow-methods"];
          if (
            answer.statusCode !== 204 ||
            answer.body !== "" ||
            allowedOriginOf(answer) !== expected ||
            (methods !== undefined) !== (expected !== undefined) ||
            (expected !== undefined && !String(methods).split(", ").includes(endpoint.method)) ||
            answer.headers["access-control-allow-credentials"] !== undefined ||
            !String(answer.headers["vary"]).startsWith("Origin, ")
          )
            wrong.push(`${name} from ${origin} with ${headers}: ${JSON.stringify(answer.headers)}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  test("has a response that the same pages can read, successful or not", async ({ world }) => {
    const { own } = await openShops(world);
    const wrong: string[] = [];
    // Calls that delete data that other calls need come last.
    const inOrder = endpoints.toSorted(
      (a, b) => Number(a.endpoint.method === "DELETE") - Number(b.endpoint.method === "DELETE"),
    );
    for (const named of inOrder) {
      const { name, endpoint } = named;
      const shop = endpoint.method === "DELETE" ? await openShop(world, `own-${newId()}`) : own;
      if (shop !== own) await allow(world, shop, [ours]);
      const input = await validInput(named, shop, world);
      const bearer = await whoMay(endpoint, shop, world);
      const check = (answer: Answer, of: string, expected: string | undefined) => {
        const { headers } = answer;
        const varies = headers["vary"]?.includes("Origin") === true;
        const isSame = isPublicRead(endpoint) && endpoint.access.more === undefined;
        if (
          allowedOriginOf(answer) !== expected ||
          (headers["access-control-expose-headers"] !== undefined) !== (expected !== undefined) ||
          headers["access-control-allow-credentials"] !== undefined ||
          varies === isSame
        )
          wrong.push(`${name} ${of}: ${answer.statusCode} ${JSON.stringify(headers)}`);
      };
      const send = (as: typeof bearer, origin: string | undefined, over = {}) => {
        const request = requestOf(named, { ...input, ...over }, shop.host, as);
        return world.app.inject({
          ...request,
          headers: { ...request.headers, ...fromOrigin(origin) },
        });
      };
      const open = isPublicRead(endpoint) ? "*" : undefined;
      for (const origin of [unknown, "null", undefined])
        check(await send({}, origin, { body: { no: 1 } }), `anonymous from ${origin}`, open);
      check(await send({}, ours, { body: { no: 1 } }), "anonymous from ours", open ?? ours);
      if (endpoint.method === "GET" || endpoint.body !== undefined)
        check(await send(bearer, theirs, { body: { ...input.body, no: 1 } }), "from theirs", open);
      check(await send(bearer, ours), "from ours", open ?? ours);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a public read that shows staff more", () => {
  test("is open without a token, and follows the list of allowed origins with one", async ({
    world,
  }) => {
    const { own } = await openShops(world);
    const accessToken = await signedIn(world, {
      storeId: own.storeId,
      permissions: ["MANAGE_SETTINGS"],
    });
    const ask = (origin: string, authorization?: string) =>
      world.app.inject({
        method: "GET",
        url: `${basePath}/stores/${own.storeId}`,
        headers: { host: own.host, origin, ...(authorization && { authorization }) },
      });
    const bearer = `Bearer ${accessToken}`;
    expect(allowedOriginOf(await ask(unknown))).toBe("*");
    expect(allowedOriginOf(await ask(ours, bearer))).toBe(ours);
    for (const origin of [unknown, theirs]) {
      const answer = await ask(origin, bearer);
      expect(answer.json()).toHaveProperty("settings");
      expect(allowedOriginOf(answer)).toBeUndefined();
      expect(answer.headers["vary"]).toBe("Origin, Authorization");
    }
  });

  test("HEAD is as open as GET", async ({ world }) => {
    const { own } = await openShops(world);
    const url = `${basePath}/stores/${own.storeId}/help`;
    const headers = { host: own.host, origin: unknown, "access-control-request-method": "HEAD" };
    const preflight = await world.app.inject({ method: "OPTIONS", url, headers });
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD");
    const { "access-control-request-method": _, ...rest } = headers;
    expect(allowedOriginOf(await world.app.inject({ method: "HEAD", url, headers: rest }))).toBe(
      "*",
    );
  });
});

describe("errors", () => {
  test("of every kind are readable by the same pages as the response", async ({ world }) => {
    const { own } = await openShops(world);
    const get = (url: string, headers = {}) =>
      world.app.inject({
        method: "GET",
        url: basePath + url,
        headers: { host: own.host, origin: ours, ...headers },
      });
    const inStore = `/orders/store/${own.storeId}`;
    const answers: [number, Answer][] = [
      [401, await get(inStore)],
      [401, await get("/users/me")],
      [404, await get(`/products/${newId()}`)],
      [404, await get("/stores/no-such-store")],
      [404, await get(`/orders/${newId()}`, { authorization: `Bearer ${await signedIn(world)}` })],
      [400, await get(`${inStore}?limit=x`)],
    ];
    for (const [status, answer] of answers) {
      expect(answer.statusCode).toBe(status);
      expect(["*", ours]).toContain(allowedOriginOf(answer));
    }
    const badJson = await world.app.inject({
      method: "POST",
      url: `${basePath}/users/login`,
      headers: { host: own.host, origin: ours, "content-type": "application/json" },
      payload: "{",
    });
    expect([badJson.statusCode, allowedOriginOf(badJson)]).toEqual([400, ours]);
    world.services.accessTokens.verify = () => Promise.reject(new Error("broken"));
    const broken = await get(inStore, { authorization: "Bearer x.y.z" });
    expect([broken.statusCode, allowedOriginOf(broken)]).toEqual([500, ours]);
  });

  test.extend({ options: { rateLimits: true } })(
    "of a rate limit are readable too, with the time to wait",
    async ({ world }) => {
      const { own } = await openShops(world);
      const login = () =>
        world.app.inject({
          method: "POST",
          url: `${basePath}/users/login`,
          headers: { host: own.host, origin: ours, "x-forwarded-for": "198.51.100.9" },
          payload: { email: "nobody@example.com", password: "x" },
        });
      let answer = await login();
      for (let i = 0; i < 100 && answer.statusCode !== 429; i++) answer = await login();
      expect([answer.statusCode, allowedOriginOf(answer)]).toEqual([429, ours]);
      expect(answer.headers["access-control-expose-headers"]).toContain("Retry-After");
    },
  );

  test("an id of another store gets the same response as an unknown one", async ({ world }) => {
    const { own, other } = await openShops(world);
    const accessToken = await signedIn(world);
    const headersOf = async (id: string, origin: string, bearer: boolean) => {
      const { headers, statusCode } = await world.app.inject({
        method: "GET",
        url: `${basePath}/orders/${id}`,
        headers: {
          host: own.host,
          origin,
          ...(bearer ? { authorization: `Bearer ${accessToken}` } : {}),
        },
      });
      const { date: _, "x-trace-id": _id, "content-length": _length, ...rest } = headers;
      return { statusCode, rest };
    };
    for (const origin of [ours, theirs, unknown])
      for (const bearer of [true, false]) {
        const missing = await headersOf(newId(), origin, bearer);
        for (const id of [own.ids.order, other.ids.order])
          expect(await headersOf(id, origin, bearer)).toEqual(missing);
      }
    const product = (id: string) =>
      preflight(
        world,
        endpoints.find(({ name }) => name === "products.updateProduct") ?? endpoints[0]!,
        `${basePath}/products/${id}`,
        own.host,
        theirs,
      );
    const [missing, ...known] = await Promise.all(
      [newId(), own.ids.product, other.ids.product].map(product),
    );
    for (const one of known) expect(allowedOriginOf(one)).toBe(allowedOriginOf(missing!));
  });
});

describe("a preflight", () => {
  test("looks up an origin at most once in two seconds", async ({ world }) => {
    const { own } = await openShops(world);
    const { catalogue } = world.services.database;
    let statements = 0;
    for (const method of ["rows", "row"] as const) {
      const original = catalogue[method].bind(catalogue) as (...args: unknown[]) => unknown;
      Object.assign(catalogue, {
        [method]: (...args: unknown[]) => {
          statements += 1;
          return original(...args);
        },
      });
    }
    const named = endpoints.find(({ name }) => name === "orders.getOrder")!;
    const many = 50;
    for (let i = 0; i < many; i++)
      await preflight(world, named, `${basePath}/orders/${newId()}`, own.host, unknown);
    expect(statements).toBeLessThan(many / 5);
    statements = 0;
    await preflight(
      world,
      named,
      `${basePath}/orders/x`,
      own.host,
      `https://${"x".repeat(400)}.example`,
    );
    expect(statements).toBe(0);
  });

  test("OPTIONS without preflight headers lists the methods", async ({ world }) => {
    const answer = await world.app.inject({ method: "OPTIONS", url: `${basePath}/users/login` });
    expect([answer.statusCode, answer.headers["allow"]]).toEqual([204, "POST, OPTIONS"]);
    expect(allowedOriginOf(answer)).toBeUndefined();
    const nothing = await world.app.inject({ method: "OPTIONS", url: `${basePath}/no/such/call` });
    expect(nothing.statusCode).toBe(404);
  });

  test("for an unknown method is not allowed", async ({ world }) => {
    const { own } = await openShops(world);
    const answer = await world.app.inject({
      method: "OPTIONS",
      url: `${basePath}/users/login`,
      headers: { host: own.host, origin: ours, "access-control-request-method": "DELETE" },
    });
    expect([answer.statusCode, allowedOriginOf(answer)]).toEqual([204, undefined]);
  });
});

test("calls without a store use the allowed origins of the host's store", async ({ world }) => {
  const { own, other } = await openShops(world);
  const login = async (host: string) => {
    const named = endpoints.find(({ name }) => name === "users.login")!;
    return allowedOriginOf(await preflight(world, named, `${basePath}/users/login`, host, ours));
  };
  expect(await login(own.host)).toBe(ours);
  expect(await login(other.host)).toBeUndefined();
  expect(await login("no-store.example")).toBeUndefined();
});

test("the API's document is readable from every origin", async ({ world }) => {
  const answer = await world.app.inject({ url: `${basePath}/openapi.json` });
  expect(allowedOriginOf(answer)).toBe("*");
});
