import { afterEach, beforeEach, expect, vi } from "vitest";
import { test } from "#tests/world.ts";
import { seedStore } from "#tests/seed.ts";
import { place, twoProviders } from "../payments/payments.fixture.ts";
import { captureTurn, noteFailed } from "./capture-turn.ts";

const limited = test.extend({ options: { rateLimits: true } });

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("a capture begins a second after the order's last failed try, and other orders' captures don't wait", async ({
  world,
}) => {
  const ctx = { ...(await world.system(await seedStore(world))), limitsCallers: true };
  const ends: string[] = [];
  const begin = (id: string) => captureTurn(ctx, id)(async () => void ends.push(id));
  noteFailed("failed");
  const waiting = begin("failed");
  await begin("other");
  expect(ends).toEqual(["other"]);
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toEqual(["other"]);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  await begin("failed");
  expect(ends).toEqual(["other", "failed", "failed"]);
});

limited(
  "each try to pay waits for a second after the last one, whatever it failed with",
  async ({ world }) => {
    const shop = await twoProviders(world);
    const order = await place(world, shop);
    const payment = (await order.intent()).id;
    await order.decide(payment, "decline");
    const issues = async () => (await order.pay(payment)).details.map(({ issue }) => issue);
    expect(await issues()).toEqual(["INSTRUMENT_DECLINED"]);
    for (let i = 0; i < 2; i += 1) {
      const ends: string[] = [];
      const paying = issues().finally(() => ends.push("again"));
      await payAnother(world, shop).finally(() => ends.push("another"));
      await vi.advanceTimersByTimeAsync(1000);
      expect(await paying).toEqual(["ORDER_NOT_APPROVED"]);
      expect(ends).toEqual(["another", "again"]);
    }
    // A payment that isn't the order's is refused, and the next try waits, too.
    await vi.advanceTimersByTimeAsync(1000);
    await expect(order.pay("test_0")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await order.decide(payment, "approve");
    const ends: string[] = [];
    const paying = order.pay(payment).finally(() => ends.push("again"));
    await payAnother(world, shop).finally(() => ends.push("another"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await paying).toMatchObject({ status: "COMPLETED" });
    expect(ends).toEqual(["another", "again"]);
    // A repeated call is answered at once.
    expect(await order.pay(payment)).toMatchObject({ status: "COMPLETED" });
  },
);

async function payAnother(
  world: Parameters<typeof place>[0],
  shop: Parameters<typeof place>[1],
): Promise<void> {
  const order = await place(world, shop);
  const { id } = await order.intent();
  await order.decide(id, "approve");
  expect(await order.pay(id)).toMatchObject({ status: "COMPLETED" });
}
