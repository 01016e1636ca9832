// @module-tag slow

import { completionDays, undeliveredCompletionDays } from "@vetrina/commerce/constants";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { audited } from "../roles/roles.fixture.ts";
import { completeOrders } from "./jobs.ts";
import { openShop, timelineOf } from "./shipments.fixture.ts";

const dayMs = 86_400_000;

/** Moves the server's clock forward by days. */
function afterDays(world: World, days: number): void {
  const now = Date.now() + days * dayMs;
  world.services.now = () => new Date(now);
}

test("a delivered order is complete after the withdrawal period, once", async ({ world }) => {
  const shop = await openShop(world);
  const order = await shop.buy(1);
  const { id } = await order.ship();
  await order.change(id, { status: "DELIVERED" });
  afterDays(world, completionDays - 0.01);
  expect(await completeOrders(world.services)).toBe(0);
  afterDays(world, completionDays + 0.01);
  const done = await Promise.all([1, 2, 3].map(() => completeOrders(world.services)));
  expect(done.reduce((sum, n) => sum + n)).toBe(1);
  world.services.now = () => new Date();
  const now = await order.now();
  expect(now).toMatchObject({ status: "COMPLETED", fulfillmentState: "DELIVERED" });
  expect(now.completedAt).not.toBeNull();
  expect(await timelineOf(world, order.id)).toEqual(["shipped", "delivered", "completed"]);
  expect((await audited(world, order.id)).at(-1)).toMatchObject({
    action: "UPDATE",
    actor: null,
    after: { status: "COMPLETED" },
  });
  // The shipment of a completed order can still be returned.
  await order.change(id, { status: "RETURNED" });
  expect(await order.now()).toMatchObject({ status: "COMPLETED", returnState: "RETURNED" });
  expect(await imbalances(world)).toEqual([]);
});

test("an order without a recorded delivery is complete a month after its last shipment", async ({
  world,
}) => {
  const shop = await openShop(world);
  const [shipped, pending, partial, requested] = [
    await shop.buy(1),
    await shop.buy(1),
    await shop.buy(2),
    await shop.buy(1),
  ];
  await shipped.ship();
  await pending.ship({ status: "PENDING" });
  const items = [{ orderItemId: partial.items[0]?.id ?? "", quantity: 1 }];
  await partial.change((await partial.ship({ items })).id, { status: "DELIVERED" });
  await requested.ship();
  await world.admin.query("update shop.orders set return_state = 'requested' where id = $1", [
    requested.id,
  ]);
  afterDays(world, undeliveredCompletionDays - 0.01);
  expect(await completeOrders(world.services)).toBe(0);
  afterDays(world, undeliveredCompletionDays + 0.01);
  expect(await completeOrders(world.services)).toBe(1);
  world.services.now = () => new Date();
  const statuses = [shipped, pending, partial, requested].map(
    async (order) => (await order.now()).status,
  );
  expect(await Promise.all(statuses)).toEqual(["COMPLETED", "FULFILLED", "PAID", "FULFILLED"]);
  expect(await imbalances(world)).toEqual([]);
});
