// @module-tag slow

import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { type Bought, openShop, type Shop } from "./shipments.fixture.ts";

/** Returns how many of the calls ended with each outcome: "done", or their error's code. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const end of await Promise.allSettled(calls)) {
    const code = end.status === "fulfilled" ? "done" : codeOf(end.reason);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error);
}

/** Half of the calls ship from the other location. */
const from = (i: number) => (i % 2 === 0 ? {} : { location: "shelf" });

describe("two people who ship the same units", () => {
  test("ship them once", async ({ world }) => {
    const shop = await openShop(world, { stock: 40, shelf: 10, sizes: ["S"] });
    const [whole, parts] = [await shop.buy(3), await shop.buy(5)];
    const one = { items: [{ orderItemId: parts.items[0]?.id ?? "", quantity: 1 }], notify: false };
    const [all, some] = await Promise.all([
      outcomes(Array.from({ length: 8 }, (_, i) => whole.ship({ notify: false, ...from(i) }))),
      outcomes(Array.from({ length: 12 }, (_, i) => parts.ship({ ...one, ...from(i) }))),
    ]);
    expect(all).toEqual({ done: 1, INVALID_TRANSITION: 7 });
    expect(some).toEqual({ done: 5, INVALID_TRANSITION: 7 });
    expect((await whole.now()).items).toMatchObject([{ fulfilledQuantity: 3 }]);
    expect((await parts.now()).items).toMatchObject([{ fulfilledQuantity: 5 }]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("cancel, ship and deliver one shipment in some order, each step once", async ({ world }) => {
    const shop = await openShop(world, { stock: 40, sizes: ["S"] });
    for (let i = 0; i < 3; i += 1) {
      const order = await shop.buy(2);
      const { id } = await order.ship({ status: "PENDING", notify: false });
      const set = (status: "SHIPPED" | "DELIVERED" | "RETURNED") =>
        order.change(id, { status, notify: false });
      const steps = (["SHIPPED", "DELIVERED", "RETURNED"] as const).flatMap((one) => [one, one]);
      await outcomes([order.cancel(id), ...steps.map(set), order.ship({ notify: false })]);
      expect(await imbalances(world)).toEqual([]);
    }
  });

  test("take the last units of a location that shoppers buy from, never more than are there", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 20, shelf: 6, sizes: ["S"] });
    const orders = [await shop.buy(4), await shop.buy(4), await shop.buy(4)];
    // Main has 8 units left, so some of the orders of 3 units also take units from the shelf.
    const counts = await outcomes([
      ...orders.map((order) => order.ship({ location: "shelf", notify: false })),
      ...Array.from({ length: 6 }, () => shop.place([{ variantId: shop.first, quantity: 3 }])),
    ]);
    expect(Object.keys(counts).toSorted()).toEqual(
      expect.arrayContaining(["OUT_OF_STOCK", "done"]),
    );
    expect(counts["INTERNAL_ERROR"]).toBeUndefined();
    const { items } = await shop.staff.inventory.listLevels({ storeId: shop.storeId });
    for (const level of items) expect(level.available).toBeGreaterThanOrEqual(0);
    expect(await imbalances(world)).toEqual([]);
  });
});

type Call = {
  order: 0 | 1;
  kind: "ship" | "change" | "cancel" | "refund" | "receive";
  pick: number;
  quantity: number;
  location: "main" | "shelf" | undefined;
  status: "PENDING" | "SHIPPED" | "DELIVERED" | "RETURNED";
};

const call: fc.Arbitrary<Call> = fc.record({
  order: fc.constantFrom(0, 1),
  kind: fc.constantFrom(
    "ship",
    "ship",
    "ship",
    "change",
    "change",
    "cancel",
    "cancel",
    "refund",
    "receive",
  ),
  pick: fc.nat(3),
  quantity: fc.nat(3),
  location: fc.constantFrom(undefined, undefined, "main", "shelf"),
  status: fc.constantFrom("PENDING", "SHIPPED", "DELIVERED", "RETURNED"),
});

/** Error codes that the calls may return. Any other error fails the test. */
const refusals = new Set("NOT_FOUND INVALID_TRANSITION OUT_OF_STOCK VALIDATION_FAILED".split(" "));

test("any sequence of calls keeps the invariants, and ships no unit that isn't there", async ({
  world,
}) => {
  // Main has 3 units but sells 10, so most of them are owed.
  const shop = await openShop(world, { stock: 3, shelf: 2, sizes: ["S"] });
  await shop.staff.inventory.setBackorder({ body: { variantId: shop.first, limit: 500 } });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 14 }), async (calls) => {
      const orders = [await shop.buy(4), await shop.buy(6)] as const;
      for (const one of calls) {
        await run(shop, orders[one.order], one).catch((error: unknown) => {
          if (!refusals.has(codeOf(error))) throw error;
        });
        expect(await shippedTooEarly(world)).toEqual([]);
        expect(await imbalances(world)).toEqual([]);
      }
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

async function run(shop: Shop, order: Bought, one: Call): Promise<unknown> {
  const { kind, pick, quantity, location, status } = one;
  const orderItemId = order.items[0]?.id ?? "";
  if (kind === "receive")
    return shop.staff.inventory.createAdjustment({
      body: {
        variantId: shop.first,
        quantity: quantity + 1,
        reason: "RECEIVED",
        ...(location && { location }),
      },
    });
  if (kind === "ship")
    return order.ship({
      status: pick < 2 ? "PENDING" : "SHIPPED",
      notify: false,
      ...(location === undefined ? {} : { location }),
      ...(quantity === 0 ? {} : { items: [{ orderItemId, quantity }] }),
    });
  if (kind === "refund") {
    const item = (await order.now()).items[0];
    const left = (item?.quantity ?? 0) - (item?.refundedQuantity ?? 0);
    return left === 0 || quantity === 0
      ? undefined
      : order.refund(orderItemId, Math.min(quantity, left));
  }
  const all = await order.shipments();
  const shipment = all[pick % Math.max(1, all.length)];
  if (shipment === undefined) return undefined;
  if (kind === "cancel") return order.cancel(shipment.id);
  const restock = status === "RETURNED" && location !== undefined ? { restock: { location } } : {};
  return order.change(shipment.id, { status, notify: false, ...restock });
}

/**
 * Finds levels at which units were shipped before they were in stock: these owe more units than are sold and unshipped.
 */
async function shippedTooEarly(world: World): Promise<string[]> {
  const { rows } = await world.admin.query<{ level: string }>(`
    select l.variant_id || ' owes ' || -l.on_hand || ' and has sold ' || coalesce(m.n, 0) || ', shipped ' || coalesce(s.n, 0) as level
    from shop.inventory_levels l
    left join (select variant_id, location, -sum(on_hand_delta) n from shop.stock_movements
      where kind in ('sale', 'transfer') and order_id is not null group by 1, 2) m using (variant_id, location)
    left join (select i.variant_id, l.location, sum(l.quantity) n from shop.shipment_lines l
      join shop.order_items i on i.id = l.order_item_id group by 1, 2) s using (variant_id, location)
    where l.on_hand < 0 and coalesce(m.n, 0) - coalesce(s.n, 0) < -l.on_hand`);
  return rows.map(({ level }) => level);
}
