// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { openShop } from "./shipments.fixture.ts";

const returned = (location: string) => ({ status: "RETURNED" as const, restock: { location } });

describe("a unit that came back goes back into stock once", () => {
  test("if its shipment was restocked before it was refunded", async ({ world }) => {
    const shop = await openShop(world, { stock: 10, shelf: 0, sizes: ["S"] });
    const order = await shop.buy(3);
    const item = order.items[0]?.id ?? "";
    const { id } = await order.ship({ items: [{ orderItemId: item, quantity: 2 }] });
    await order.change(id, returned("shelf"));
    expect(await shop.onHand()).toEqual({ main: 7, shelf: 2 });
    await order.refund(item, 3, "main");
    // The third unit was never shipped.
    expect(await shop.onHand()).toEqual({ main: 8, shelf: 2 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("if it was refunded before its shipment was restocked", async ({ world }) => {
    const shop = await openShop(world, { stock: 10, shelf: 0, sizes: ["S"] });
    const order = await shop.buy(3);
    const item = order.items[0]?.id ?? "";
    const { id } = await order.ship();
    await order.refund(item, 2, "main");
    expect(await shop.onHand()).toEqual({ main: 9, shelf: 0 });
    await order.change(id, returned("shelf"));
    expect(await shop.onHand()).toEqual({ main: 9, shelf: 1 });
    const { items } = await shop.staff.orders.listOrderEvents({ id: order.id });
    expect(items[0]).toMatchObject({ kind: "returned", data: { units: 3, restocked: 1 } });
    expect(await imbalances(world)).toEqual([]);
  });

  test("if both are done concurrently, in any order", async ({ world }) => {
    const shop = await openShop(world, { stock: 60, shelf: 0, sizes: ["S"] });
    for (let round = 0; round < 6; round += 1) {
      const order = await shop.buy(4);
      const item = order.items[0]?.id ?? "";
      const one = await order.ship({ items: [{ orderItemId: item, quantity: 2 }], notify: false });
      const two = await order.ship({ notify: false });
      const calls = [
        () => order.change(one.id, { ...returned("shelf"), notify: false }),
        () => order.refund(item, 1, "main"),
        () => order.change(two.id, { ...returned("main"), notify: false }),
        () => order.refund(item, 3, "shelf"),
      ];
      const at = round % calls.length;
      await Promise.all([...calls.slice(at), ...calls.slice(0, at)].map((call) => call()));
      const { main = 0, shelf = 0 } = await shop.onHand();
      expect({ round, units: main + shelf }).toEqual({ round, units: 60 });
    }
    expect(await imbalances(world)).toEqual([]);
  });
});
