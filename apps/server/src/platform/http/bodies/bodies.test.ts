// @module-tag slow

import type { InjectOptions } from "fastify";
import { describe, expect, vi } from "vitest";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { endpoints, openShop, signedIn } from "../contract.fixture.ts";
import { type Bearer, requestOf, validInput } from "../valid-calls.fixture.ts";
import { bytesOf, openToAll, worstBodies } from "./worst-bodies.fixture.ts";

type Failure = { code: string; message: string; details: { path: string }[] | null };

const limited = test.extend({ options: { rateLimits: true } });
const json = { "content-type": "application/json" };
const maxAnswer = 16 * 1024;
const sentences = 5 * 1024;

function deep(levels: number): string {
  return `{"storeId":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
}

function sent(request: InjectOptions, payload: string | Buffer): InjectOptions {
  return { ...request, headers: { ...request.headers, ...json }, payload };
}

describe("bodies of anonymous callers", () => {
  test("get a short error, never more than was sent plus a few sentences", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const wrong: string[] = [];
    for (const named of openToAll) {
      const { name, endpoint } = named;
      const request = requestOf(named, await validInput(named, shop, world), shop.host, {});
      const nothing = { kind: "no field", json: Buffer.from("{}") };
      for (const { kind, json: body } of [nothing, ...worstBodies(endpoint)]) {
        const { statusCode, body: said } = await world.app.inject(sent(request, body));
        const most = Math.min(maxAnswer, body.length + sentences);
        const large = Buffer.byteLength(said) > most ? ` in ${Buffer.byteLength(said)} bytes` : "";
        if (statusCode >= 500 || large) wrong.push(`${name}, ${kind}: ${statusCode}${large}`);
        if (said !== "") JSON.parse(said);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test("may have 64 KiB, or 256 KiB with a cart; a larger one is rejected unread", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const wrong: string[] = [];
    for (const named of openToAll) {
      const { name, endpoint } = named;
      const input = await validInput(named, shop, world);
      const request = requestOf(named, input, shop.host, {});
      const text = JSON.stringify(input.body);
      const max = bytesOf(endpoint);
      const full = await world.app.inject(sent(request, text.padEnd(max)));
      if (full.statusCode === 413) wrong.push(`${name}: ${max} bytes are too many`);
      for (const bearer of [{}, { token: "of.no.use" }, { orderKey: "of no use" }] as Bearer[]) {
        const over = requestOf(named, input, shop.host, bearer);
        const answer = await world.app.inject(sent(over, "[".repeat(max + 1)));
        const { code, message } = answer.json<Failure>();
        if (code !== "PAYLOAD_TOO_LARGE" || !message.includes(`${max / 1024} KiB`))
          wrong.push(`${name}: ${code} ${message}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(openToAll.filter(({ endpoint }) => endpoint.takesCart).map(({ name }) => name)).toEqual([
      "discounts.validateDiscount",
      "orders.createOrder",
      "shipping.calculateShipping",
    ]);
  });

  limited("are not read past a call's rate limit, however large or broken", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const wrong: string[] = [];
    for (const named of openToAll) {
      const { name, endpoint } = named;
      const request = requestOf(named, await validInput(named, shop, world), shop.host, {});
      await world.admin.query(
        `insert into shop.rate_limits (bucket, window_start, calls)
         select $1, date_trunc('minute', now()) + n * interval '1 minute', $2 from generate_series(0, 1) n`,
        [`${name.split(".")[1]} 127.0.0.1`, endpoint.access.limit],
      );
      const address = request.url as string;
      for (const [url, payload] of [
        [address, "{"],
        [address, "[".repeat(bytesOf(endpoint) + 1)],
        [address, '{"a":"\\u0000"}'],
        [`${address}${address.includes("?") ? "&" : "?"}a=%00`, "{}"],
      ] as const) {
        const { statusCode } = await world.app.inject({ ...sent(request, payload), url });
        if (statusCode !== 429) wrong.push(`${name}, ${payload.slice(0, 20)}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("are not read if the call needs credentials that are missing", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const wrong: string[] = [];
    for (const named of endpoints) {
      const { name, endpoint } = named;
      if (endpoint.body === undefined || endpoint.access.allow.includes("public")) continue;
      const input = await validInput(named, shop, world);
      for (const bearer of [{}, { token: "of.no.use" }, { orderKey: "of no use" }] as Bearer[]) {
        const request = requestOf(named, input, shop.host, bearer);
        const { statusCode } = await world.app.inject(sent(request, "{"));
        if (![401, 404].includes(statusCode)) wrong.push(`${name}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("nest at most 20 levels, and lists are counted before their elements are checked", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { productId } = await seedProduct(world, storeId);
    const ask = async (payload: string): Promise<string[]> => {
      const url = "/api/v1/shipping/calculate";
      const answer = await world.app.inject({ method: "POST", url, headers: json, payload });
      const { code, message, details } = answer.json<Failure>();
      return [code, message, ...(details ?? []).map(({ path }) => path)];
    };
    expect((await ask(deep(20)))[0]).toBe("NOT_FOUND");
    expect(await ask(deep(21))).toEqual([
      "VALIDATION_FAILED",
      "body: Nest lists and objects at most 20 levels deep.",
      "",
    ]);
    const brackets = JSON.stringify({ storeId, items: [], discountCode: '[{"\\'.repeat(12) });
    expect((await ask(brackets))[2]).toBe("items");
    const bad = Array.from({ length: 101 }, () => ({ a: 1 }));
    expect(await ask(JSON.stringify({ storeId, items: bad }))).toEqual([
      "VALIDATION_FAILED",
      "items: Send at most 100 items.",
      "items",
    ]);
    const lines = Array.from({ length: 100 }, () => ({ productId, quantity: 1 }));
    const full = JSON.stringify({ storeId, items: lines });
    expect((await ask(full))[0]).toBeUndefined();
  });

  test("name at most fifty errors, each with a clipped path", async ({ world }) => {
    const login = async (body: unknown) => {
      const answer = await world.app.inject({
        method: "POST",
        url: "/api/v1/users/login",
        payload: body as object,
      });
      return { ...answer.json<Failure>(), bytes: answer.rawPayload.length };
    };
    const issue = { ["K".repeat(60_000)]: Array.from({ length: 60 }, () => "\0") };
    const long = await login(issue);
    expect(long).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(long.bytes).toBeLessThan(1024);
    const many = await login(
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])),
    );
    expect(many.details).toHaveLength(50);
    const most = await login(
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}${"é".repeat(500)}`, i])),
    );
    expect(most.bytes).toBeLessThanOrEqual(maxAnswer);
    expect(most.details?.length).toBeGreaterThan(10);
  });
});

const text = (bytes: number) => '{"name":"Coat"}'.padEnd(bytes);

test("staff may send 1 MiB of at most 50,000 symbols; other users and buyers 64 KiB", async ({
  world,
}) => {
  const shop = await openShop(world, "mine");
  const token = await signedIn(world, { storeId: shop.storeId, permissions: ["MANAGE_PRODUCTS"] });
  const staff = { authorization: `Bearer ${token}` };
  const ask = async (url: string, bearer: Record<string, string>, payload: string) => {
    const headers = { ...json, host: shop.host, ...bearer };
    const method = url.includes("orders") ? "POST" : "PUT";
    const answer = await world.app.inject({ method, url: `/api/v1${url}`, headers, payload });
    return answer.statusCode;
  };
  const product = `/products/${shop.ids.product}`;
  const { anonymous, identified } = maxBodyBytes;
  expect(await ask(product, staff, text(identified))).toBe(200);
  expect(await ask(product, staff, text(identified + 1))).toBe(413);
  const parsed = vi.spyOn(JSON, "parse");
  const many = `{"name":"Coat","a":[${"{},".repeat(25_000)}{}]}`;
  expect(await ask(product, staff, many)).toBe(400);
  expect(parsed.mock.calls.filter(([sent]) => sent.length > 1000)).toEqual([]);
  parsed.mockRestore();

  const { id } = await world.client({ accessToken: token }).users.getMe();
  expect(await ask(`/users/${id}`, staff, text(anonymous))).toBe(200);
  expect(await ask(`/users/${id}`, staff, text(anonymous + 1))).toBe(413);
  const buyer = { "x-order-key": shop.orderKey };
  expect(await ask(`/orders/${shop.ids.order}/cancel`, buyer, text(anonymous + 1))).toBe(413);
});
