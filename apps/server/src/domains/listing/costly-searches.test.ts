// @module-tag slow

import { expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test } from "#tests/world.ts";
import { person, storeOf } from "../roles/roles.fixture.ts";
import { holdCostly, seedCoats } from "./hold-costly.fixture.ts";

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
