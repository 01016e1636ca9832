import { expect, vi } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test as base } from "#tests/world.ts";
import { holdSearches } from "./hold-searches.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });

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
