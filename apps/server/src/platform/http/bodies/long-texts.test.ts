import { expect } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";

/** Places an unauthenticated order with this name. */
async function order({ app }: World, storeId: string, name: string): Promise<void> {
  const address = { name, address: "1 Main St", city: "Austin", region: "TX", country: "US" };
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/api/v1/orders/store/${storeId}`,
    headers: { host: "localhost", "content-type": "application/json" },
    payload: JSON.stringify({ items: [], email: "zoe@example.com", shippingAddress: address }),
  });
  expect(statusCode).toBe(400);
}

test("rejecting a long name of white space costs as much as one of letters", async ({ world }) => {
  const storeId = await seedStore(world);
  const letters = "a".repeat(100_000);
  for (const space of [" ", "\n", "\t ", "\u00a0"]) {
    const white = `a${space.repeat(100_000 / space.length)}b`;
    const excess = await excessCost(
      () => order(world, storeId, white),
      () => order(world, storeId, letters),
      { maxRatio: 40 },
    );
    expect([space, excess]).toEqual([space, null]);
  }
});

test("stacked accents are rejected before they are normalized, which takes time quadratic in their number", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const marks = `a${"\u0315".repeat(2000)}${"\u0316".repeat(2000)}`;
  const excess = await excessCost(
    () => order(world, storeId, marks),
    () => order(world, storeId, "a".repeat(4001)),
    { maxRatio: 5 },
  );
  expect(excess).toBeNull();
  const address = { name: marks.slice(0, 40).padEnd(60, "\u0315"), address: "1 Main St" };
  const { statusCode, body } = await world.app.inject({
    method: "POST",
    url: `/api/v1/orders/store/${storeId}`,
    headers: { host: "localhost", "content-type": "application/json" },
    payload: JSON.stringify({ items: [], email: "zoe@example.com", shippingAddress: address }),
  });
  expect([statusCode, body]).toEqual([400, expect.stringContaining("at most 32")]);
});
