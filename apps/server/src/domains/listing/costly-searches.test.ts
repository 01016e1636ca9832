// @module-tag slow

import { expect, vi } from "vitest";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test } from "#tests/world.ts";
import type { Context } from "../../platform/context.ts";
import { noCaller } from "../../platform/http/callers/caller.ts";
import { person, storeOf } from "../roles/roles.fixture.ts";
import { inSearchTurn } from "./costly-searches.ts";
import { holdCostly, holdLooks, seedCoats } from "./hold-costly.fixture.ts";
import { searchQueries } from "./words/search-queries.ts";
import { publishedWords } from "./words/word-tables.ts";

const limited = test.extend({ options: { rateLimits: true } });
const addresses = Array.from({ length: 8 }, (_, i) => `198.51.100.${1 + i}`);

limited(
  "searches that find thousands of products run one at a time, and others don't wait for them",
  async ({ world }) => {
    const storeId = await seedStore(world);
    await seedCoats(world, storeId, 2100);
    const list = (address: string, query: object = {}) =>
      world.client({ address }).products.listProducts({ linkStoreId: storeId, limit: 1, ...query });
    const { counts, release } = holdCostly(world, "coat");
    const searches = addresses.map((address) => list(address, { name: "coat" }));
    try {
      await vi.waitFor(() => expect(counts.begun).toBeGreaterThan(0), waitLimit);
      expect(await list("203.0.113.1")).toMatchObject({ total: 2101 });
      expect(counts.begun).toBe(1);
      expect(await list("203.0.113.1", { name: "zebra" })).toMatchObject({ total: 1 });
      expect(await list("203.0.113.1", { name: "zebra coat" })).toMatchObject({ total: 0 });
      expect(counts.begun).toBe(1);
    } finally {
      release();
    }
    const totals = (await Promise.all(searches)).map(({ total }) => total);
    expect(totals).toEqual(addresses.map(() => 2100));
    expect(counts).toMatchObject({ begun: addresses.length, most: 1 });
  },
);

limited("an owner's stores take turns together, two owners at a time", async ({ world }) => {
  const [one, other] = [await person(world), await person(world)];
  const stores = [
    await storeOf(world, one),
    await storeOf(world, one),
    await storeOf(world, other),
  ];
  for (const storeId of stores) await seedCoats(world, storeId, 2100);
  const search = (linkStoreId: string, address: string) =>
    world.client({ address }).products.listProducts({ linkStoreId, limit: 1, name: "coat" });
  const { counts, release } = holdCostly(world, "coat");
  const ofOne = stores.slice(0, 2).flatMap((id) => addresses.map((address) => search(id, address)));
  try {
    await vi.waitFor(() => expect(counts.begun).toBe(1), waitLimit);
    ofOne.push(...stores.slice(2).map((id) => search(id, "203.0.113.1")));
    await vi.waitFor(() => expect(counts.begun).toBe(2), waitLimit);
  } finally {
    release();
  }
  await Promise.all(ofOne);
  expect(counts.most).toBe(2);
});

/** Some four kilobytes of words. */
const prose = Array.from({ length: 300 }, (_, n) => ` prose${n * n}`).join("");

limited("searches of few products with long texts run one at a time, too", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedCoats(world, storeId, 900, prose);
  const list = (address: string, name: string) =>
    world.client({ address }).products.listProducts({ linkStoreId: storeId, limit: 1, name });
  const { counts, release } = holdCostly(world, "coat");
  const searches = addresses.map((address) => list(address, "coat"));
  try {
    await vi.waitFor(() => expect(counts.begun).toBeGreaterThan(0), waitLimit);
    expect(await list("203.0.113.1", "zebra")).toMatchObject({ total: 1 });
    expect(counts.begun).toBe(1);
  } finally {
    release();
  }
  await Promise.all(searches);
  expect(counts).toMatchObject({ begun: addresses.length, most: 1 });
});

limited(
  "two looks of an owner run at a time, and those that wait end when their callers leave, and leave a page's share",
  async ({ world }) => {
    const storeId = await seedStore(world);
    await seedCoats(world, storeId, 2100);
    const system = await world.system(storeId);
    const leaving = new AbortController();
    let waits = 0;
    const search = async (address: string, signal?: AbortSignal) => {
      const caller = { ...noCaller, address, onWait: () => (waits += 1) };
      const ctx: Context = {
        ...system,
        seesMore: false,
        limitsCallers: true,
        caller: signal === undefined ? caller : { ...caller, signal },
      };
      const terms = {
        terms: ["'coat'"],
        starts: ["'coat'"],
        exactTerms: null,
        sku: `'#${address}'`,
      };
      const queries = await searchQueries(ctx, {
        ...terms,
        languages: { own: "EN", requested: null },
      });
      const input = { queries, requested: null, tables: publishedWords, collections: [] };
      return inSearchTurn(ctx, input, async () => "found");
    };
    const { counts, release } = holdLooks(world, "coat");
    const first = addresses.slice(0, 2).map((address) => search(address));
    try {
      await vi.waitFor(() => expect(counts.begun).toBe(2), waitLimit);
      expect(waits).toBe(0);
      const left = search("203.0.113.1", leaving.signal);
      const waiting = search("203.0.113.2");
      await vi.waitFor(() => expect(waits).toBe(2), waitLimit);
      expect(counts.begun).toBe(2);
      leaving.abort();
      await expect(left).rejects.toMatchObject({ code: "SERVER_BUSY" });
      release();
      expect(await Promise.all([...first, waiting])).toEqual(["found", "found", "found"]);
    } finally {
      release();
    }
    expect(counts).toMatchObject({ begun: 3, most: 2 });
  },
);

limited(
  "a search makes its queries once, and isn't repeated if it can't find more",
  async ({ world }) => {
    const storeId = await seedStore(world);
    await seedCoats(world, storeId, 10);
    const sentBy = async (query: { name: string; page?: number }) => {
      const sent = await record(() =>
        world.client().products.listProducts({ linkStoreId: storeId, limit: 1, ...query }),
      );
      const count = (part: RegExp) => sent.filter(({ text }) => part.test(text)).length;
      return {
        made: count(/search_query\(/),
        converted: count(/query_of_store\(/),
        ran: count(/ts_rank\(/),
      };
    };
    expect(await sentBy({ name: "coat wool" })).toEqual({ made: 2, converted: 0, ran: 1 });
    expect(await sentBy({ name: "coats" })).toEqual({ made: 1, converted: 0, ran: 1 });
    expect(await sentBy({ name: "coats", page: 2 })).toEqual({ made: 0, converted: 0, ran: 1 });
    expect(await sentBy({ name: "coa coat" })).toEqual({ made: 2, converted: 0, ran: 2 });
    const unknown = Array.from({ length: 10 }, (_, n) => `zq${n}x`).join(" ");
    expect(await sentBy({ name: unknown })).toEqual({ made: 2, converted: 0, ran: 1 });
  },
);
