import type { FastifyRequest } from "fastify";
import { describe, expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { sql } from "../../database/sql.ts";
import { endpoints, signedIn } from "../contract.fixture.ts";
import { addressTime, createAddressTime, timedQueries } from "./address-time.ts";

const test = base.extend({ options: { rateLimits: true } });

function readAs(world: World, token: string, path: string, address: string) {
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address };
  return world.app.inject({ url: `/api/v1${path}`, headers });
}

async function standStill(): Promise<number> {
  const until = performance.now() + 2000;
  while (performance.now() < until);
  return 0;
}

describe("the time limit of an address", () => {
  test("recovers steadily, and is eight times as high for all IPv6 networks of one customer", () => {
    let now = 0;
    const time = createAddressTime(() => now);
    time.spend("192.0.2.1", 30_000);
    expect(time.waitOf("192.0.2.1")).toBe(0);
    time.spend("192.0.2.1", 1000);
    expect(time.waitOf("192.0.2.1")).toBe(2000);
    expect(time.waitOf("192.0.2.2")).toBe(0);
    now += 2000;
    expect(time.waitOf("192.0.2.1")).toBe(0);
    now += 60_000;
    time.spend("192.0.2.1", 30_000);
    expect(time.waitOf("192.0.2.1")).toBe(0);

    for (let network = 0; network < 9; network += 1)
      time.spend(`2001:db8:1:${network}::/64`, 29_000);
    expect(time.waitOf("2001:db8:1:77::/64")).toBeGreaterThan(0);
    expect(time.waitOf("2001:db8:2:77::/64")).toBe(0);
  });

  test("is not used while the event loop is blocked", async () => {
    const request = { raw: {}, ip: "192.0.2.9", headers: {} } as unknown as FastifyRequest;
    const from = { rows: async () => [], row: async () => undefined, run: standStill };
    const spend = vi.spyOn(addressTime, "spend");
    await timedQueries(from, request).run(sql`select`);
    const spent = spend.mock.calls.reduce((sum, [, ms]) => sum + ms, 0);
    expect(spent).toBeLessThan(1000);
    spend.mockRestore();
  });

  test("is charged when a query starts, and refunded if the query is quick", async () => {
    const ip = "192.0.2.10";
    const request = { raw: {}, ip, headers: {} } as unknown as FastifyRequest;
    const end = Promise.withResolvers<number>();
    const from = { rows: async () => [], row: async () => undefined, run: () => end.promise };
    const queries = timedQueries(from, request);
    const running = Array.from({ length: 400 }, () => queries.run(sql`select`));
    expect(addressTime.waitOf(ip)).toBeGreaterThan(0);
    end.resolve(0);
    await Promise.all(running);
    expect(addressTime.waitOf(ip)).toBe(0);
  });

  test("is used by public reads, which are rejected once it is used up, only from that address", async ({
    world,
  }) => {
    const storeId = await seedStore(world, { slug: "shop" });
    const listFrom = (address: string, path: string) =>
      world.app.inject({
        url: `/api/v1${path}`,
        headers: { host: "shop.localhost", "x-forwarded-for": address },
      });
    const reads = [
      `/products/store/${storeId}?limit=1`,
      `/products/store/${storeId}/suggestions?query=coat`,
      `/collections/store/${storeId}`,
    ];
    const address = "198.51.100.77";
    const spend = vi.spyOn(addressTime, "spend");
    for (const read of reads) {
      spend.mockClear();
      expect((await listFrom(address, read)).statusCode).not.toBe(429);
      expect(spend).toHaveBeenCalledWith(address, expect.any(Number));
    }
    spend.mockRestore();
    addressTime.spend(address, 60_000);
    for (const read of reads) {
      const rejected = await listFrom(address, read);
      expect(rejected.statusCode).toBe(429);
      expect(rejected.json<{ code: string }>().code).toBe("RATE_LIMITED");
      expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
      expect((await listFrom("198.51.100.78", read)).statusCode).not.toBe(429);
    }
  });
});

test("a signed-in caller's reads use the time of the address: queries, recognition and the answer's size", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const token = await signedIn(world, { storeId, permissions: ["MANAGE_ORDERS"], owner: true });
  const spend = vi.spyOn(addressTime, "spend");
  const orders = `/orders/store/${storeId}`;
  for (const read of ["/users/me", "/stores/my-stores", orders]) {
    spend.mockClear();
    const address = "198.51.100.81";
    const answer = await readAs(world, token, read, address);
    expect(answer.statusCode).toBe(200);
    const spent = spend.mock.calls.filter(([of]) => of === address).map(([, ms]) => ms);
    expect(spent).toContain(5 + answer.body.length / 10_000);
    // A transaction counts as 100 ms until it ends. Of these reads, only the list of orders opens one.
    expect(spent.includes(100)).toBe(read === orders);
  }
  spend.mockRestore();
});

test("a body that names its store uses the time of the address, whoever sends it", async ({
  world,
}) => {
  const address = "198.51.100.83";
  const headers = {
    authorization: `Bearer ${await signedIn(world)}`,
    "x-forwarded-for": address,
  };
  const fields = { text: ["x".repeat(1000), "y".repeat(1000)] };
  const payload = { storeId: await seedStore(world), entries: [{ fields }] };
  const post = () =>
    world.app.inject({ method: "POST", url: "/api/v1/languages/translations", headers, payload });
  const spend = vi.spyOn(addressTime, "spend");
  expect((await post()).statusCode).not.toBe(429);
  expect(spend).toHaveBeenCalledWith(address, JSON.stringify(payload).length / 10_000);
  spend.mockRestore();
  addressTime.spend(address, 60_000);
  expect((await post()).statusCode).toBe(429);
});

test("every read of the contract is rejected once the address has used up its time", async ({
  world,
}) => {
  const address = "198.51.100.82";
  addressTime.spend(address, 60_000);
  const reads = endpoints.filter(({ endpoint }) => endpoint.method === "GET");
  expect(reads.length).toBeGreaterThan(100);
  const answered: string[] = [];
  for (const { name, endpoint } of reads) {
    const url = `/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, "x")}`;
    const { statusCode } = await world.app.inject({ url, headers: { "x-forwarded-for": address } });
    if (statusCode !== 429) answered.push(`${name}: ${statusCode}`);
  }
  expect(answered).toEqual([]);
});

base("switched-off limits reject no address", async ({ world }) => {
  const storeId = await seedStore(world);
  const address = "198.51.100.79";
  addressTime.spend(address, 60_000);
  const answer = await world.app.inject({
    url: `/api/v1/products/store/${storeId}?limit=1`,
    headers: { "x-forwarded-for": address },
  });
  expect(answer.statusCode).toBe(200);
});

describe("the time that a test uses", () => {
  const address = "127.0.0.1";
  test("counts in that test", ({ world }) => {
    expect(world.mails).toEqual([]);
    addressTime.spend(address, 60_000);
    expect(addressTime.waitOf(address)).toBeGreaterThan(0);
  });
  test("doesn't count in the next one", ({ world }) => {
    expect(world.mails).toEqual([]);
    expect(addressTime.waitOf(address)).toBe(0);
  });
});
