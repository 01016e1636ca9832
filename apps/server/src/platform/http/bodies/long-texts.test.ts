import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";

/** Milliseconds of an unauthenticated order whose name is this text. */
async function costOf({ app }: World, storeId: string, name: string): Promise<number> {
  const address = { name, address: "1 Main St", city: "Austin", region: "TX", country: "US" };
  const started = performance.now();
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/api/v1/orders/store/${storeId}`,
    headers: { host: "localhost", "content-type": "application/json" },
    payload: JSON.stringify({ items: [], email: "zoe@example.com", shippingAddress: address }),
  });
  expect(statusCode).toBe(400);
  return performance.now() - started;
}

test("a long name of white space is refused as fast as one of letters", async ({ world }) => {
  const storeId = await seedStore(world);
  const letters = "a".repeat(100_000);
  await costOf(world, storeId, letters);
  const usual = Math.max(await costOf(world, storeId, letters), 10);
  for (const space of [" ", "\n", "\t ", "\u00a0"]) {
    const cost = await costOf(world, storeId, `a${space.repeat(100_000 / space.length)}b`);
    expect([space, cost / usual]).toEqual([space, expect.toSatisfy((times) => times < 40)]);
  }
});
