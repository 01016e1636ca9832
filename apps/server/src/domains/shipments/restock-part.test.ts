import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { type Bought, openShop, type Shop } from "./shipments.fixture.ts";

/** A number of units for each item, in the order of the items. */
type Units = readonly number[];
type Calls = ReturnType<typeof callsOf>;

function callsOf({ staff, first }: Shop, order: Bought) {
  const parcels: string[] = [];
  const idOf = async (index: number) => (await order.now()).items[index]?.id ?? "";
  const itemsOf = async (units: Units) => {
    const { items } = await order.now();
    return units.flatMap((quantity, i) =>
      quantity === 0 ? [] : [{ orderItemId: items[i]?.id ?? "", quantity }],
    );
  };
  return {
    /** Exchanges units of the order's second item for the first item's variant. */
    exchange: async (quantity: number) => {
      const items = [{ itemId: await idOf(1), variantId: first, quantity }];
      await staff.orders.updateOrderItems({ id: order.id, body: { items } });
    },
    send: async (...units: Units) => {
      const { id } = await order.ship({ items: await itemsOf(units), notify: false });
      parcels.push(id);
    },
    /** A parcel comes back, and some of its units can be sold again. */
    comesBack: async (parcel: number, ...good: Units) => {
      const items = await itemsOf(good);
      const restock = items.length === 0 ? {} : { restock: { location: "main", items } };
      await order.change(parcels[parcel] ?? "", { status: "RETURNED", ...restock });
    },
    /** Refunds units and puts them back in stock. */
    refundGood: async (quantity: number, item = 0) =>
      order.refund(await idOf(item), quantity, "main"),
    /** Refunds units without restocking them. */
    refundBad: async (quantity: number, item = 0) => order.refund(await idOf(item), quantity),
  };
}

type History = {
  name: string;
  buy: [number, number];
  /** Calls, each with how many of the store's 100 units are on hand afterwards. */
  steps: [(calls: Calls) => Promise<unknown>, number][];
};

const histories: History[] = [
  {
    name: "the good one of two units came back, then was refunded",
    buy: [2, 0],
    steps: [
      [({ send }) => send(2), 98],
      [({ comesBack }) => comesBack(0, 1), 99],
      [({ refundGood }) => refundGood(1), 99],
      [({ refundBad }) => refundBad(1), 99],
    ],
  },
  {
    name: "the damaged one of two units came back and was refunded first",
    buy: [2, 0],
    steps: [
      [({ send }) => send(2), 98],
      [({ comesBack }) => comesBack(0, 1), 99],
      [({ refundBad }) => refundBad(1), 99],
      [({ refundGood }) => refundGood(1), 99],
    ],
  },
  {
    name: "the good one of two units was refunded, then came back",
    buy: [2, 0],
    steps: [
      [({ send }) => send(2), 98],
      [({ refundGood }) => refundGood(1), 99],
      [({ comesBack }) => comesBack(0, 1), 99],
      [({ refundBad }) => refundBad(1), 99],
    ],
  },
  {
    name: "both of two units were refunded, then the good one came back",
    buy: [2, 0],
    steps: [
      [({ send }) => send(2), 98],
      [({ refundGood }) => refundGood(1), 99],
      [({ refundBad }) => refundBad(1), 99],
      [({ comesBack }) => comesBack(0, 1), 99],
    ],
  },
  {
    name: "the damaged one was refunded, both came back, then the good one was refunded",
    buy: [2, 0],
    steps: [
      [({ send }) => send(2), 98],
      [({ refundBad }) => refundBad(1), 98],
      [({ comesBack }) => comesBack(0, 1), 99],
      [({ refundGood }) => refundGood(1), 99],
    ],
  },
  {
    name: "one of three units came back in good order, and all were refunded as damaged",
    buy: [3, 0],
    steps: [
      [({ send }) => send(3), 97],
      [({ comesBack }) => comesBack(0, 1), 98],
      [({ refundBad }) => refundBad(3), 98],
    ],
  },
  {
    name: "the refund also puts back a unit that its parcel left out",
    buy: [3, 0],
    steps: [
      [({ send }) => send(3), 97],
      [({ comesBack }) => comesBack(0, 1), 98],
      [({ refundGood }) => refundGood(2), 99],
      [({ refundGood }) => refundGood(1), 100],
    ],
  },
  {
    name: "one of two items of a variant came back in good order",
    buy: [1, 1],
    steps: [
      [({ exchange }) => exchange(1), 98],
      [({ send }) => send(1, 1), 98],
      [({ comesBack }) => comesBack(0, 1, 0), 99],
      [({ refundGood }) => refundGood(1), 99],
      [({ refundBad }) => refundBad(1, 1), 99],
    ],
  },
  {
    name: "one of two items of a variant was refunded and came back in good order",
    buy: [1, 1],
    steps: [
      [({ exchange }) => exchange(1), 98],
      [({ send }) => send(1, 1), 98],
      [({ refundGood }) => refundGood(1, 1), 99],
      [({ comesBack }) => comesBack(0, 0, 1), 99],
      [({ refundBad }) => refundBad(1), 99],
    ],
  },
  {
    name: "one item of a variant was put back by its refund, the other one by its parcel",
    buy: [1, 1],
    steps: [
      [({ exchange }) => exchange(1), 98],
      [({ send }) => send(1, 1), 98],
      [({ comesBack }) => comesBack(0, 1, 0), 99],
      [({ refundGood }) => refundGood(1, 1), 100],
      [({ refundGood }) => refundGood(1), 100],
    ],
  },
  {
    name: "of two parcels, one came back in good order",
    buy: [2, 0],
    steps: [
      [({ send }) => send(1), 98],
      [({ send }) => send(1), 98],
      [({ comesBack }) => comesBack(0, 1), 99],
      [({ comesBack }) => comesBack(1), 99],
      [({ refundGood }) => refundGood(1), 99],
    ],
  },
  {
    name: "of two parcels, each came back with one good unit",
    buy: [4, 0],
    steps: [
      [({ send }) => send(2), 96],
      [({ send }) => send(2), 96],
      [({ refundGood }) => refundGood(1), 97],
      [({ comesBack }) => comesBack(1, 1), 97],
      [({ comesBack }) => comesBack(0, 1), 98],
      [({ refundGood }) => refundGood(1), 98],
      [({ refundBad }) => refundBad(2), 98],
    ],
  },
];

describe("of a parcel of which only some units are put back, each goes into stock once,", () => {
  test.for(histories)("if $name", async ({ buy, steps }, { world }) => {
    const shop = await openShop(world, { stock: 100 });
    const calls = callsOf(shop, await shop.buy(...buy));
    const units: number[] = [];
    for (const [step] of steps) {
      await step(calls);
      units.push((await shop.onHand()).main ?? 0);
    }
    expect(units).toEqual(steps.map(([, expected]) => expected));
    expect(await imbalances(world)).toEqual([]);
  });
});

test("a damaged unit of a sold-out variant isn't sold again", async ({ world }) => {
  const shop = await openShop(world, { stock: 2 });
  const calls = callsOf(shop, await shop.buy(2));
  await calls.send(2);
  await calls.comesBack(0, 1);
  await calls.refundGood(1);
  expect(await shop.onHand()).toEqual({ main: 1 });
  await expect(shop.buy(2)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
});
