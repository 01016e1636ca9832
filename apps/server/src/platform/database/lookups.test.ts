import { describe, expect, vi } from "vitest";
import { basePath } from "@vetrina/contract/api";
import { test } from "#tests/world.ts";
import { newApiKey } from "../auth/api-key.ts";
import { addressTime } from "../http/callers/address-time.ts";
import { newId } from "../id.ts";
import { reserved } from "./connection-shares.ts";
import { createLookups } from "./lookups.ts";
import { type Queryable, type Sql, sql } from "./sql.ts";

/** Queries that end one at a time when `end` is called, and their texts in the order in which they began. */
function heldQueries() {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const ask = (query: Sql) =>
    new Promise<never[]>((resolve) => {
      begun.push(query.strings.join(""));
      waiting.push(() => resolve([]));
    });
  const queries: Queryable = {
    rows: ask,
    row: async (query) => void (await ask(query)),
    run: async (query) => (await ask(query)).length,
  };
  const end = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queries, begun, end };
}

describe("lookups", () => {
  test("of one address take only the reserved connections, and others' go first", async () => {
    const { queries, begun, end } = heldQueries();
    const lookups = createLookups(queries, 60_000);
    const flood = Array.from({ length: 400 }, () => lookups("192.0.2.1").rows(sql`flood`));
    await end();
    expect(begun).toHaveLength(reserved + 1);
    const other = lookups("198.51.100.7").row(sql`other`);
    const own = lookups(null).run(sql`own`);
    // The running lookups end first. After them, those of other callers run, and only then the rest of the flood.
    for (let n = 0; n < 3; n += 1) await end();
    expect(begun.slice(reserved + 1)).toEqual(expect.arrayContaining(["other", "own"]));
    for (let left = 500; left > 0; left -= 1) await end();
    await Promise.all([...flood, other, own]);
  });

  test("of a page alternate with those of calls that its address makes directly", async () => {
    const { queries, begun, end } = heldQueries();
    const lookups = createLookups(queries, 60_000);
    const flood = Array.from({ length: 400 }, () => lookups("192.0.2.1").rows(sql`flood`));
    const ofPage = [1, 2].map(() => lookups("192.0.2.1", true).row(sql`page`));
    for (let n = 0; n < 4; n += 1) await end();
    expect(begun.slice(reserved).filter((text) => text === "page")).toHaveLength(2);
    for (let left = 500; left > 0; left -= 1) await end();
    await Promise.all([...flood, ...ofPage]);
  });

  test("are refused for an address of which hundreds wait, and for no other one", async () => {
    const { queries, end } = heldQueries();
    const lookups = createLookups(queries, 60_000);
    const flood = Array.from({ length: 700 }, () => lookups("192.0.2.1").rows(sql`flood`));
    const refused = Promise.allSettled(flood).then(
      (all) => all.filter(({ status }) => status === "rejected").length,
    );
    const other = lookups("198.51.100.7").row(sql`other`);
    for (let left = 800; left > 0; left -= 1) await end();
    await other;
    expect(await refused).toBe(700 - 500 - reserved);
  });

  test("count as time of their address", async () => {
    const { queries, end } = heldQueries();
    const spend = vi.spyOn(addressTime, "spend");
    const one = createLookups(queries, 60_000)("192.0.2.9").rows(sql`one`);
    const own = createLookups(queries, 60_000)(null).rows(sql`own`);
    await end();
    await end();
    await Promise.all([one, own]);
    expect(new Set(spend.mock.calls.map(([address]) => address))).toEqual(new Set(["192.0.2.9"]));
    spend.mockRestore();
  });

  test("of calls, pages and preflights are made in the caller's turn", async ({ world }) => {
    const { directory, database } = world.services;
    const spies = [
      vi.spyOn(database.lookups, "app"),
      vi.spyOn(directory, "find"),
      vi.spyOn(directory, "ofThing"),
      vi.spyOn(directory, "storesAllowing"),
    ];
    const id = newId();
    const calls: [string, Record<string, string>][] = [
      [`${basePath}/reviews/product/${id}`, {}],
      [`${basePath}/products/store/nope`, {}],
      [`${basePath}/orders/${id}`, { "x-order-key": "made-up" }],
      [`${basePath}/users/me`, { authorization: `Bearer ${newApiKey(newId())}` }],
      ["/sitemap.xml", { host: "nobody.example" }],
      ["/favicon.ico", { host: "somebody.example" }],
    ];
    const from = { "x-forwarded-for": "203.0.113.9" };
    for (const [url, headers] of calls) {
      const { statusCode } = await world.app.inject({ url, headers: { ...headers, ...from } });
      expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
    }
    await world.app.inject({
      method: "OPTIONS",
      url: `${basePath}/users/me`,
      headers: { ...from, origin: "https://a.example", "access-control-request-method": "GET" },
    });
    for (const { mock } of spies) {
      expect(mock.calls.length).toBeGreaterThan(0);
      const addresses = mock.calls.map((args) => args.findLast((arg) => typeof arg === "string"));
      expect(new Set(addresses)).toEqual(new Set(["203.0.113.9"]));
    }
  });
});
