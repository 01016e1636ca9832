import { expect, vi } from "vitest";
import { newId } from "../../id.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";

test("bodies that arrive at once are parsed in different ticks of the event loop", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const items = Array.from({ length: 100 }, () => ({ variantId: newId(), quantity: 1 }));
  const payload = { storeId, country: "US", items };
  const size = JSON.stringify(payload).length;
  expect(size).toBeGreaterThan(5000);
  let tick = 0;
  const count = () => {
    tick += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const inTick = new Map<number, number>();
  const parse = JSON.parse.bind(JSON);
  const spy = vi.spyOn(JSON, "parse").mockImplementation((text: string) => {
    if (text.length === size) inTick.set(tick, (inTick.get(tick) ?? 0) + 1);
    // Takes as long as a slice, as many bodies do together.
    const began = performance.now();
    while (performance.now() - began < 5) continue;
    return parse(text) as unknown;
  });
  try {
    const url = "/api/v1/shipping/calculate";
    await Promise.all(
      Array.from({ length: 30 }, () => world.app.inject({ method: "POST", url, payload })),
    );
  } finally {
    spy.mockRestore();
    clearImmediate(counting);
  }
  expect([...inTick.values()].reduce((sum, n) => sum + n, 0)).toBe(30);
  expect(Math.max(...inTick.values())).toBeLessThanOrEqual(2);
});
