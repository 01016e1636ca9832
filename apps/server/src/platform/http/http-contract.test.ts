// @module-tag slow

import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import { basePath } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { test } from "#tests/world.ts";
import { buildApp } from "../../app.ts";
import { endpoints, openShop } from "./contract.fixture.ts";
import { requestOf, strayInputs, validInput, whoMay } from "./valid-calls.fixture.ts";

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Failure = { code: string; details: { path: string }[]; traceId: string };

function bodySchema({ body }: Endpoint): Schema {
  return body === undefined
    ? {}
    : (z.toJSONSchema(body, {
        io: "input",
        unrepresentable: "any",
        reused: "inline",
      }) as Schema);
}

/** Paths of objects that accept unknown keys. A dictionary (z.record) accepts any key by design. */
function openObjects(schema: Schema, at: string): string[] {
  const { properties, additionalProperties: extra, items, anyOf = [], allOf = [] } = schema;
  const open = properties !== undefined && extra !== false ? [at] : [];
  return [
    ...open,
    ...Object.entries(properties ?? {}).flatMap(([key, inner]) =>
      openObjects(inner, `${at}.${key}`),
    ),
    ...(items === undefined ? [] : openObjects(items, `${at}[]`)),
    ...[...anyOf, ...allOf].flatMap((inner) => openObjects(inner, at)),
  ];
}

/** Fields that an attacker would like to set. */
const smuggled = {
  storeId: "00000000-0000-7000-8000-000000000000",
  store_id: "00000000-0000-7000-8000-000000000000",
  id: "00000000-0000-7000-8000-000000000000",
  isPlatformAdmin: true,
  is_platform_admin: true,
  permissions: ["MANAGE_SETTINGS"],
  role: "ADMIN",
  version: 999,
  price: 0.01,
  total_minor: 1,
  paymentState: "COMPLETED",
  createdAt: "2020-01-01T00:00:00Z",
  deletedAt: null,
  userId: "00000000-0000-7000-8000-000000000000",
  origin: "SYSTEM",
};

const withBody = endpoints.filter(({ endpoint }) => endpoint.body !== undefined);

describe("the HTTP contract of every call", () => {
  test("the tests have a valid request for each call", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const unknown: string[] = [];
    for (const named of endpoints)
      await validInput(named, shop, world).catch((error: unknown) =>
        unknown.push((error as Error).message),
      );
    expect([...unknown, ...strayInputs(endpoints)]).toEqual([]);
  });

  test("every object of every body rejects unknown keys", () => {
    const open = withBody.flatMap(({ name, endpoint }) => openObjects(bodySchema(endpoint), name));
    expect(open).toEqual([]);
  });

  test("unknown keys of a body are rejected with their paths, for every caller", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const wrong: string[] = [];
    for (const named of withBody) {
      const { name, endpoint } = named;
      const input = await validInput(named, shop, world);
      const known = Object.keys(bodySchema(endpoint).properties ?? {});
      const extra = Object.fromEntries(
        Object.entries(smuggled).filter(([key]) => !known.includes(key)),
      );
      const answer = await world.app.inject(
        requestOf(
          named,
          { ...input, body: { ...input.body, ...extra } },
          shop.host,
          await whoMay(endpoint, shop, world),
        ),
      );
      const { code, details } = answer.json<Failure>();
      const paths = code === "VALIDATION_FAILED" ? details.map(({ path }) => path) : [];
      const missed = Object.keys(extra).filter((key) => !paths.includes(key));
      if (missed.length > 0)
        wrong.push(`${name}: ${answer.statusCode} ${code} lets in ${missed.join()}`);
    }
    expect(wrong).toEqual([]);
  });

  test("page sizes are limited", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const paged = endpoints.filter(({ endpoint }) => endpoint.query?.shape["limit"] !== undefined);
    expect(paged.length).toBeGreaterThan(2);
    const wrong: string[] = [];
    for (const named of paged) {
      const input = await validInput(named, shop, world);
      const bearer = await whoMay(named.endpoint, shop, world);
      const ask = async (field: string, value: string) => {
        const query = { ...input.query, [field]: value };
        const answer = await world.app.inject(
          requestOf(named, { ...input, query }, shop.host, bearer),
        );
        const { code, details } = answer.json<Failure>();
        return code === "VALIDATION_FAILED" ? details[0]?.path : String(answer.statusCode);
      };
      const fields = ["limit", "page"].filter((field) => named.endpoint.query?.shape[field]);
      for (const field of fields)
        for (const value of ["0", "-1", "1.5", "1000000000", "abc", "", "1e9", "NaN"]) {
          const rejected = await ask(field, value);
          if (rejected !== field) wrong.push(`${named.name} ${field}=${value}: ${rejected}`);
        }
      const past = await ask("limit", "101");
      if (past !== "limit") wrong.push(`${named.name} limit=101: ${past}`);
    }
    expect(wrong).toEqual([]);
  });

  test("other methods are rejected with the list of allowed ones", async ({ world }) => {
    const methods = Map.groupBy(endpoints, ({ endpoint }) =>
      endpoint.path.replaceAll(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000"),
    );
    const wrong: string[] = [];
    for (const [path, group] of methods) {
      // Another call of the contract may have the same shape: /users/all and /users/{id}.
      const allowed = new Set(group.map(({ endpoint }) => endpoint.method as string));
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        if (allowed.has(method)) continue;
        const answer = await world.app.inject({ method, url: basePath + path });
        const allow = String(answer.headers["allow"]).split(", ");
        const fits = answer.statusCode === 405 && [...allowed].every((one) => allow.includes(one));
        if (!fits) wrong.push(`${method} ${path}: ${answer.statusCode} ${String(allow)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a response's trace id is in the log line, which contains no personal data", async ({
    world,
  }) => {
    const lines: { msg: string; traceId: string; route: string; status: number }[] = [];
    const log = pino(
      { level: "info" },
      { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    );
    const app = buildApp(
      { ...world.services, log },
      { rateLimits: false, checkResponses: false, trustProxy: false },
    );
    const shop = await openShop(world, "mine");
    for (const named of endpoints) {
      const input = await validInput(named, shop, world);
      for (const bearer of [{}, await whoMay(named.endpoint, shop, world)]) {
        lines.length = 0;
        const answer = await app.inject(requestOf(named, input, shop.host, bearer));
        const traceId = answer.headers["x-trace-id"];
        expect(lines.filter((line) => line.msg === "answered")).toMatchObject([
          { traceId, status: answer.statusCode, method: named.endpoint.method },
        ]);
        const shown = answer.statusCode < 400 ? traceId : answer.json<Failure>().traceId;
        expect(shown).toBe(traceId);
        const text = JSON.stringify(lines);
        const secrets = [shop.orderKey, bearer.token ?? shop.orderKey, "@example.com"];
        expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      }
    }
    await app.close();
  });

  test("calls that create or move money accept an Idempotency-Key, and run once", async ({
    world,
  }) => {
    const money =
      /^\/orders\/store\/|\/(?:payment-intent|process-payment|refunds?)$|^\/payment\/transactions$|^\/loyalty\/points\/|^\/inventory\/(?:adjustments|counts\/|transfers\/store|.*\/receive)/;
    const posts = endpoints.filter(({ endpoint }) => endpoint.method === "POST");
    const forgotten = posts.filter(
      ({ endpoint }) => money.test(endpoint.path) && endpoint.idempotent !== true,
    );
    expect(forgotten.map(({ name }) => name)).toEqual([]);
    for (const [i, named] of posts.filter((each) => each.endpoint.idempotent).entries()) {
      const shop = await openShop(world, `shop-${i}`);
      const input = await validInput(named, shop, world);
      const bearer = await whoMay(named.endpoint, shop, world);
      const send = async (key: string) => {
        const request = requestOf(named, input, shop.host, bearer);
        const headers = { ...request.headers, "idempotency-key": key };
        const answer = await world.app.inject({ ...request, headers });
        return [answer.statusCode, answer.body] as const;
      };
      const [first, twin] = await Promise.all([send("one"), send("one")]);
      expect([named.name, first[0]]).toEqual([named.name, named.endpoint.status ?? 200]);
      expect(twin).toEqual(first);
      expect(await send("one")).toEqual(first);
      expect((await send("x".repeat(201)))[0]).toBe(400);
    }
  });
});
