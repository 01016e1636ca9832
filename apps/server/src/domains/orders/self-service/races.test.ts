// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { address, openShop } from "../../shipments/shipments.fixture.ts";

const moved = { ...address, address: "2 Oak Ave" };

test("if a buyer changes or cancels an order while staff pack it, either the buyer or the staff come first", async ({
  world,
}) => {
  const shop = await openShop(world, { stock: 100 });
  for (let i = 0; i < 8; i += 1) {
    const order = await shop.buy(1);
    const { id, buyer } = order;
    const itemId = order.items[0]?.id ?? "";
    const size = buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.second } });
    const place = buyer.orders.changeShippingAddress({ id, body: moved });
    const ends = await Promise.allSettled([
      order.ship({ status: "PENDING" }),
      size,
      place,
      buyer.orders.cancelOrder({ id }),
    ]);
    const [packed, sized, readdressed, canceled] = ends;
    expect(otherErrors(ends, "INVALID_TRANSITION")).toEqual([]);
    // The order is either packed or canceled, but not both.
    expect([packed.status, canceled.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const now = await order.now();
    const isMoved = readdressed.status === "fulfilled";
    expect(now.shippingAddress).toEqual(isMoved ? moved : address);
    // The shipment contains the order's current item.
    const [line] = packed.status === "fulfilled" ? packed.value.lines : now.items;
    expect(line?.variantName).toContain(now.items[0]?.size ?? "");
    expect(now.items[0]?.size).toBe(sized.status === "fulfilled" ? "M" : "S");
    expect(await imbalances(world)).toEqual([]);
  }
});

test("orders that swap the last units of two sizes in opposite directions do not deadlock", async ({
  world,
}) => {
  const shop = await openShop(world, { stock: 6, sizes: ["S", "M"] });
  const smalls = [await shop.buy(2), await shop.buy(2), await shop.buy(2)];
  const mediums = [await shop.buy(0, 2), await shop.buy(0, 2), await shop.buy(0, 1)];
  const swap = ({ id, items, buyer }: (typeof smalls)[number], variantId: string) =>
    buyer.orders.changeItemSize({ id, itemId: items[0]?.id ?? "", body: { variantId } });
  const ends = await Promise.allSettled([
    ...smalls.map((order) => swap(order, shop.second)),
    ...mediums.map((order) => swap(order, shop.first)),
  ]);
  expect(otherErrors(ends, "OUT_OF_STOCK")).toEqual([]);
  const { items } = await shop.staff.inventory.listLevels({ storeId: shop.storeId });
  for (const level of items) expect(level.available).toBeGreaterThanOrEqual(0);
  expect(await imbalances(world)).toEqual([]);
});

/** Returns the errors of failed calls that have a code other than `code`. */
function otherErrors(ends: readonly PromiseSettledResult<unknown>[], code: string): unknown[] {
  const reasons = ends.flatMap((end): unknown[] => (end.status === "rejected" ? [end.reason] : []));
  return reasons.filter((reason) => (reason as { code?: string }).code !== code);
}
