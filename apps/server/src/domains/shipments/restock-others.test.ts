// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { type Bought, openShop, type Shop } from "./shipments.fixture.ts";

type Calls = {
  /** Sends units of the first item, or of another one, and names the parcel. */
  send: (parcel: string, quantity: number, item?: number) => Promise<unknown>;
  /** A parcel comes back. With a location, its units are put back there. */
  comesBack: (parcel: string, location?: string) => Promise<unknown>;
  refund: (quantity: number, location?: string, item?: number) => Promise<unknown>;
  shop: Shop;
  order: Bought;
};

function callsOf(shop: Shop, order: Bought): Calls {
  const parcels = new Map<string, string>();
  const itemOf = async (i: number) => (await order.now()).items[i]?.id ?? "";
  return {
    shop,
    order,
    send: async (parcel, quantity, item = 0) => {
      const items = [{ orderItemId: await itemOf(item), quantity }];
      parcels.set(parcel, (await order.ship({ items, notify: false })).id);
    },
    comesBack: (parcel, location) =>
      order.change(parcels.get(parcel) ?? "", {
        status: "RETURNED",
        ...(location === undefined ? {} : { restock: { location } }),
      }),
    refund: async (quantity, location, item = 0) =>
      order.refund(await itemOf(item), quantity, location),
  };
}

type History = {
  name: string;
  /** Units of the first size that are bought. 10 are in stock at each location. */
  buy: number;
  /** Calls, each with the number of units on hand afterwards. */
  steps: [(calls: Calls) => Promise<unknown>, number][];
};

const histories: History[] = [
  {
    name: "a parcel came back and was refunded, and another one is with the buyer",
    buy: 4,
    steps: [
      [({ send }) => send("a", 2), 16],
      [({ send }) => send("b", 2), 16],
      [({ comesBack }) => comesBack("a", "main"), 18],
      [({ refund }) => refund(2, "main"), 18],
      [({ comesBack }) => comesBack("b", "shelf"), 20],
      [({ refund }) => refund(2, "main"), 20],
    ],
  },
  {
    name: "a parcel was refunded and came back, and another one is with the buyer",
    buy: 4,
    steps: [
      [({ send }) => send("a", 2), 16],
      [({ send }) => send("b", 2), 16],
      [({ refund }) => refund(2, "main"), 18],
      [({ comesBack }) => comesBack("a", "main"), 18],
      [({ comesBack }) => comesBack("b"), 18],
      [({ refund }) => refund(2, "shelf"), 20],
    ],
  },
  {
    name: "one unit came back and was refunded, and the other one is still owed",
    buy: 2,
    steps: [
      [({ send }) => send("a", 1), 18],
      [({ comesBack }) => comesBack("a", "main"), 19],
      [({ refund }) => refund(1, "main"), 19],
      [({ send }) => send("b", 1), 19],
      [({ comesBack }) => comesBack("b", "main"), 20],
    ],
  },
  {
    name: "an unsent unit was refunded, the other one came back and is owed again",
    buy: 2,
    steps: [
      [({ refund }) => refund(1, "main"), 19],
      [({ send }) => send("a", 1), 19],
      [({ comesBack }) => comesBack("a", "main"), 19],
      [({ send }) => send("b", 1), 19],
    ],
  },
  {
    name: "an unsent unit was lost, and the other one came back and was refunded",
    buy: 2,
    steps: [
      [({ refund }) => refund(1), 18],
      [({ send }) => send("a", 1), 18],
      [({ refund }) => refund(1, "main"), 19],
      [({ comesBack }) => comesBack("a", "main"), 19],
    ],
  },
  {
    name: "the unit that came back is damaged, so the unsent one leaves the stock again",
    buy: 2,
    steps: [
      [({ refund }) => refund(1, "main"), 19],
      [({ send }) => send("a", 1), 19],
      [({ comesBack }) => comesBack("a"), 19],
      [({ send }) => send("b", 1), 18],
      [({ comesBack }) => comesBack("b", "shelf"), 19],
      [({ refund }) => refund(1, "main"), 19],
    ],
  },
  {
    name: "an owed unit that isn't in stock is sent first",
    buy: 3,
    steps: [
      [({ refund }) => refund(1, "main"), 18],
      [({ send }) => send("a", 1), 18],
      [({ comesBack }) => comesBack("a"), 18],
      [({ send }) => send("b", 1), 18],
      [({ send }) => send("c", 1), 17],
    ],
  },
  {
    name: "of the owed units, the one that is in stock is refunded with restock",
    buy: 3,
    steps: [
      [({ refund }) => refund(1, "main"), 18],
      [({ send }) => send("a", 1), 18],
      [({ comesBack }) => comesBack("a"), 18],
      [({ refund }) => refund(1, "main"), 18],
      [({ send }) => send("b", 1), 18],
      [({ comesBack }) => comesBack("b", "main"), 18],
      [({ send }) => send("c", 1), 18],
    ],
  },
  {
    name: "a unit that was taken from the stock is unpacked, and stays the order's",
    buy: 2,
    steps: [
      [({ refund }) => refund(1, "main"), 19],
      [({ send }) => send("a", 1), 19],
      [({ comesBack }) => comesBack("a"), 19],
      [packAndUnpack, 18],
      [({ send }) => send("b", 1), 18],
      [({ comesBack }) => comesBack("b", "main"), 19],
    ],
  },
  {
    name: "the buyer's unit was refunded while the other one was packed",
    buy: 2,
    steps: [
      [({ send }) => send("a", 1), 18],
      [(calls) => packAndUnpack(calls, () => calls.refund(1, "main")), 19],
      [({ comesBack }) => comesBack("a"), 19],
      [({ send }) => send("b", 1), 19],
    ],
  },
  {
    name: "the parcels left from several locations",
    buy: 4,
    steps: [
      [({ send }) => send("a", 2), 16],
      [({ order: { ship } }) => ship({ location: "shelf", notify: false }), 16],
      [({ refund }) => refund(2, "shelf"), 18],
      [({ comesBack }) => comesBack("a", "main"), 18],
    ],
  },
  {
    name: "another item is of the same variant",
    buy: 2,
    steps: [
      [exchangeOther, 17],
      [({ send }) => send("a", 2), 17],
      [({ send }) => send("b", 1, 1), 17],
      [({ comesBack }) => comesBack("a", "main"), 19],
      // This parcel isn't restocked, because its unit of the other item is broken.
      [({ comesBack }) => comesBack("b"), 19],
      [({ refund }) => refund(1, undefined, 1), 19],
      [({ refund }) => refund(2, "main"), 19],
    ],
  },
  {
    name: "the other item of the variant was removed after the first one was refunded",
    buy: 2,
    steps: [
      [exchangeOther, 17],
      [({ send }) => send("a", 2), 17],
      [({ refund }) => refund(2, "main"), 19],
      [(calls) => removeOne(calls, 1), 20],
      [({ comesBack }) => comesBack("a", "main"), 20],
    ],
  },
  {
    name: "units were removed from the order",
    buy: 4,
    steps: [
      [({ send }) => send("a", 1), 16],
      [({ comesBack }) => comesBack("a", "main"), 17],
      [(calls) => removeOne(calls), 18],
      [({ refund }) => refund(1, "main"), 18],
      [({ send }) => send("b", 1), 18],
      [({ refund }) => refund(1, "main"), 19],
      [({ refund }) => refund(1, "main"), 20],
      [({ comesBack }) => comesBack("b", "main"), 20],
    ],
  },
];

/** Exchanges the order's unit of the other size for one of the first size, which becomes a line of its own. */
async function exchangeOther({ shop, order }: Calls): Promise<void> {
  const { items } = await order.now();
  await shop.staff.orders.updateOrderItems({
    id: order.id,
    body: { items: [{ itemId: items[1]?.id ?? "", variantId: shop.first, quantity: 1 }] },
  });
}

/** Packs what is left, and takes it out of the parcel again. */
async function packAndUnpack(
  { order }: Calls,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const item = (await order.now()).items[0]?.id ?? "";
  const { id } = await order.ship({
    status: "PENDING",
    items: [{ orderItemId: item, quantity: 1 }],
  });
  await meanwhile();
  await order.cancel(id);
}

async function removeOne({ shop, order }: Calls, index = 0): Promise<void> {
  const item = (await order.now()).items[index];
  await shop.staff.orders.updateOrderItems({
    id: order.id,
    body: { items: [{ itemId: item?.id ?? "", quantity: (item?.quantity ?? 0) - 1 }] },
  });
}

describe("units of an order go back into stock once, and others stay sold,", () => {
  test.for(histories)("if $name", async ({ buy, steps }, { world }) => {
    const shop = await openShop(world, { stock: 10, shelf: 10 });
    const calls = callsOf(shop, await shop.buy(buy, 1));
    const units: number[] = [];
    for (const [step] of steps) {
      await step(calls);
      const { main = 0, shelf = 0 } = await shop.onHand();
      units.push(main + shelf);
    }
    expect(units).toEqual(steps.map(([, expected]) => expected));
    expect(await imbalances(world)).toEqual([]);
  });
});

/**
 * Creates an order of two units, and puts two back in stock: one that was refunded, and one that was returned but not
 * refunded.
 */
async function restockedTwice(world: World) {
  const shop = await openShop(world, { stock: 10, shelf: 3, sizes: ["S"] });
  const order = await shop.buy(2);
  const calls = callsOf(shop, order);
  await calls.refund(1, "main");
  await calls.send("a", 1);
  await calls.comesBack("a", "main");
  const { storeId, first } = shop;
  await world.admin.query(
    `with moved as (update shop.inventory_levels set on_hand = on_hand + 1 where variant_id = $2 and location = 'main')
     insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason, order_id)
     values ($1, gen_random_uuid(), $2, 'return', 1, 'Restocked twice', $3)`,
    [storeId, first, order.id],
  );
  expect(await shop.onHand()).toEqual({ main: 10, shelf: 3 });
  expect(await imbalances(world)).toHaveLength(1);
  return { shop, order };
}

describe("a unit that is in stock, though its order needs it, leaves the stock when it is shipped,", () => {
  test("from where it was sold, or from another location", async ({ world }) => {
    for (const [location, main, shelf] of [
      [undefined, 9, 3],
      ["shelf", 10, 2],
    ] as const) {
      const { shop, order } = await restockedTwice(world);
      await order.ship({ ...(location && { location }), notify: false });
      expect(await shop.onHand()).toEqual({ main, shelf });
      expect(await imbalances(world)).toEqual([]);
    }
  });

  test("or is out of stock, if the unit that came back is damaged and others bought the rest", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 2, sizes: ["S"] });
    const order = await shop.buy(2);
    const calls = callsOf(shop, order);
    await calls.refund(1, "main");
    await calls.send("a", 1);
    await calls.comesBack("a");
    const other = await shop.buy(1);
    await expect(order.ship({ notify: false })).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ requested: 1, available: 0 }] },
    });
    await other.ship({ notify: false });
    const receive = { variantId: shop.first, quantity: 1, reason: "RECEIVED" as const };
    await shop.staff.inventory.createAdjustment({ body: receive });
    await order.ship({ notify: false });
    expect(await shop.onHand()).toEqual({ main: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("but not if it was sold meanwhile", async ({ world }) => {
    const { shop, order } = await restockedTwice(world);
    await shop.buy(10);
    await expect(order.ship({ notify: false })).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: {
        items: [{ variantId: shop.first, location: "main", requested: 1, available: 0 }],
      },
    });
    expect(await shop.onHand()).toEqual({ main: 0, shelf: 3 });
    await order.ship({ location: "shelf", notify: false });
    expect(await shop.onHand()).toEqual({ main: 0, shelf: 2 });
    expect(await imbalances(world)).toEqual([]);
  });
});
