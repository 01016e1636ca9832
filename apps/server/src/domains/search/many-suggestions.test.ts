// @module-tag slow

import { expect, vi } from "vitest";
import type { Suggestions } from "@vetrina/contract/catalogue/search";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test as base } from "#tests/world.ts";
import { holdCostly, seedCoats } from "../listing/hold-costly.fixture.ts";
import { holdSearches } from "./hold-searches.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });

function found({ products }: Suggestions): number {
  return products.length;
}

test("one caller's suggestions are read three at a time", async ({ world }) => {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  const { held, release } = holdSearches(world);
  const suggest = () =>
    world.client({ address: "198.51.100.41" }).search.listSuggestions({ storeId, query: "linen" });
  const flood = Array.from({ length: 12 }, suggest);
  try {
    await vi.waitFor(() => expect(held()).toBeGreaterThanOrEqual(3), { timeout: waitLimit });
    await world.client({ address: "192.0.2.41" }).products.listProducts({ linkStoreId: storeId });
    expect(held()).toBe(3);
  } finally {
    release();
    await Promise.allSettled(flood);
  }
});

test("suggestions that find thousands of products take the turn of such searches, and run one statement at a time", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedCoats(world, storeId, 2100);
  const suggest = (address: string, query: string) =>
    world.client({ address }).search.listSuggestions({ storeId, query, limit: 1 });
  const search = (address: string) =>
    world.client({ address }).products.listProducts({ linkStoreId: storeId, name: "coat" });
  const { counts, release } = holdCostly(world, "coat");
  const addresses = Array.from({ length: 6 }, (_, i) => `198.51.100.${1 + i}`);
  const suggestions = addresses.map((address) => suggest(address, "coat"));
  try {
    await vi.waitFor(() => expect(counts.begun).toBeGreaterThan(0), { timeout: waitLimit });
    expect(found(await suggest("203.0.113.1", "zebra"))).toBe(1);
    expect(counts.begun).toBe(1);
  } finally {
    release();
  }
  const searched = search("203.0.113.2");
  expect((await Promise.all(suggestions)).map(found)).toEqual(addresses.map(() => 1));
  expect((await searched).total).toBe(2100);
  expect(counts).toMatchObject({ begun: 2 * addresses.length + 1, most: 1 });
});
