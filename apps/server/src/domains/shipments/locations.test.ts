import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { type Bought, openShop } from "./shipments.fixture.ts";

describe("units that were sold from several locations", () => {
  test("ship from where each was sold, and are one line for the buyer", async ({ world }) => {
    const shop = await openShop(world, { stock: 2, shelf: 5, sizes: ["S"] });
    // Neither location has six units, so the order takes units from both.
    const { id, buyer, ship } = await shop.buy(6);
    const onHand = await shop.onHand();
    expect((onHand["main"] ?? 0) + (onHand["shelf"] ?? 0)).toBe(1);
    const { lines } = await ship();
    expect(Object.fromEntries(lines.map((line) => [line.location, line.quantity]))).toEqual({
      main: 2 - (onHand["main"] ?? 0),
      shelf: 5 - (onHand["shelf"] ?? 0),
    });
    expect(await shop.onHand()).toEqual(onHand);
    const { items } = await buyer.shipments.listShipments({ id });
    expect(items[0]?.lines).toMatchObject([{ quantity: 6 }]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("ship together if one location has all of them", async ({ world }) => {
    const shop = await openShop(world, { stock: 2, shelf: 4, sizes: ["S"] });
    const { items, ship } = await shop.buy(6);
    const three = { items: [{ orderItemId: items[0]?.id ?? "", quantity: 3 }] };
    expect((await ship(three)).lines).toMatchObject([{ location: "shelf", quantity: 3 }]);
    expect((await ship()).lines).toMatchObject([
      { location: "main", quantity: 2 },
      { location: "shelf", quantity: 1 },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });
});

test("units that a refund put back in stock are not shipped", async ({ world }) => {
  const shop = await openShop(world, { stock: 2, shelf: 4, sizes: ["S"] });
  const { items, ship, refund } = await shop.buy(6);
  await refund(items[0]?.id ?? "", 2, "shelf");
  expect((await ship()).lines).toMatchObject([
    { location: "main", quantity: 2 },
    { location: "shelf", quantity: 2 },
  ]);
  expect(await shop.onHand()).toEqual({ main: 0, shelf: 2 });
  expect(await imbalances(world)).toEqual([]);
});

describe("a shipment from another location", () => {
  test("moves its units there in the ledger, and puts them in stock again where it comes back", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 5, shelf: 5, sizes: ["S"] });
    const { id, ship, change } = await shop.buy(3);
    expect(await shop.onHand()).toEqual({ main: 2, shelf: 5 });
    const shipment = await ship({ location: "shelf" });
    expect(shipment.lines).toMatchObject([{ location: "shelf", quantity: 3 }]);
    expect(await shop.onHand()).toEqual({ main: 5, shelf: 2 });
    const { items } = await shop.staff.inventory.listMovements({
      storeId: shop.storeId,
      orderId: id,
      kind: "TRANSFER",
    });
    expect(Object.fromEntries(items.map((one) => [one.location, one.onHandDelta]))).toEqual({
      main: 3,
      shelf: -3,
    });
    expect(new Set(items.map(({ referenceId }) => referenceId))).toEqual(new Set([shipment.id]));
    const restock = {
      location: "main",
      items: [{ orderItemId: shipment.lines[0]?.orderItemId ?? "", quantity: 2 }],
    };
    await change(shipment.id, { status: "RETURNED", restock });
    expect(await shop.onHand()).toEqual({ main: 7, shelf: 2 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("that is canceled leaves its units there, and the next shipment takes them", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 5, shelf: 5, sizes: ["S"] });
    const { ship, cancel } = await shop.buy(3);
    await cancel((await ship({ location: "shelf", status: "PENDING" })).id);
    expect(await shop.onHand()).toEqual({ main: 5, shelf: 2 });
    expect((await ship()).lines).toMatchObject([{ location: "shelf", quantity: 3 }]);
    expect(await shop.onHand()).toEqual({ main: 5, shelf: 2 });
    expect(await imbalances(world)).toEqual([]);
  });

  test.for(["cancel", "refund"] as const)(
    "that is canceled leaves its units where they are, even if the order is then %sed",
    async (how, { world }) => {
      const shop = await openShop(world, { stock: 1, shelf: 1, sizes: ["S"] });
      const { id, ship, cancel } = await shop.buy(1);
      await cancel((await ship({ location: "shelf", status: "PENDING" })).id);
      expect(await shop.onHand()).toEqual({ main: 1, shelf: 0 });
      if (how === "cancel") await shop.staff.orders.cancelOrder({ id });
      else await shop.staff.refunds.refundOrder({ id, body: { restock: true } });
      expect(await shop.onHand()).toEqual({ main: 1, shelf: 1 });
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("is rejected, and changes nothing, if that location has too few units that aren't held", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 9, shelf: 2, sizes: ["S"] });
    const { id, items, ship, shipments } = await shop.buy(3);
    const body = { location: "shelf" };
    await expect(shop.staff.shipments.createShipment({ id, body })).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      message:
        "Unsold units of Slip dress (S) at the location shelf: 2. Needed: 3. Ship fewer, or ship from another location.",
      details: { items: [{ location: "shelf", requested: 3, available: 2 }] },
    });
    expect(await shipments()).toEqual([]);
    // The main location has six units, so this order holds its seventh unit at the shelf until it is paid.
    await shop.place([{ variantId: shop.first, quantity: 7 }]);
    const two = { items: [{ orderItemId: items[0]?.id ?? "", quantity: 2 }], location: "shelf" };
    await expect(ship(two)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await shop.onHand()).toEqual({ main: 6, shelf: 2 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is rejected if the location that the units were sold from is full", async ({ world }) => {
    const shop = await openShop(world, { stock: 5, shelf: 5, sizes: ["S"] });
    const { ship, change } = await shop.buy(3);
    const onHand = 1_000_000;
    await shop.staff.inventory.setLevel({ body: { variantId: shop.first, onHand } });
    await expect(ship({ location: "shelf" })).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    const { id } = await ship();
    const back = { status: "RETURNED" as const, restock: { location: "main" } };
    await expect(change(id, back)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    expect(await shop.onHand()).toEqual({ main: onHand, shelf: 5 });
  });
});

/** Creates a store that owes three of the five units it has sold, all to the second of two orders. */
async function owing(world: World) {
  const shop = await openShop(world, { stock: 2, shelf: 0, sizes: ["S"] });
  await shop.staff.inventory.setBackorder({ body: { variantId: shop.first, limit: 9 } });
  const [older, newer] = [await shop.buy(1), await shop.buy(4)];
  expect(await shop.onHand()).toEqual({ main: -3, shelf: 0 });
  return { shop, older, newer };
}

/** Sends a unit, which comes back and is put in stock by its refund. */
async function sendAndRefundOne({ items, ship, change, refund }: Bought): Promise<void> {
  const orderItemId = items[0]?.id ?? "";
  const { id } = await ship({ items: [{ orderItemId, quantity: 1 }], notify: false });
  await change(id, { status: "RETURNED" });
  await refund(orderItemId, 1, "main");
}

describe("units on back-order", () => {
  test("are not shipped before they arrive: the oldest order gets those that are there", async ({
    world,
  }) => {
    const { shop, older, newer } = await owing(world);
    await expect(newer.ship()).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      message:
        "Units of Slip dress (S) on back-order that have not arrived: 3. Ship them once they arrive, or from a location that has them.",
      details: { items: [{ location: "main", requested: 4, available: 1 }] },
    });
    await older.ship();
    const one = { items: [{ orderItemId: newer.items[0]?.id ?? "", quantity: 1 }] };
    await newer.ship(one);
    await expect(newer.ship(one)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    const receive = { variantId: shop.first, quantity: 3, reason: "RECEIVED" as const };
    await shop.staff.inventory.createAdjustment({ body: receive });
    await newer.ship();
    expect(await shop.onHand()).toEqual({ main: 0, shelf: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("include none that a later order doesn't need anymore", async ({ world }) => {
    const shop = await openShop(world, { stock: 1, sizes: ["S"] });
    await shop.staff.inventory.setBackorder({ body: { variantId: shop.first, limit: 9 } });
    const [older, newer] = [await shop.buy(2), await shop.buy(2)];
    await newer.refund(newer.items[0]?.id ?? "", 1, "main");
    await expect(older.ship()).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ requested: 2, available: 1 }] },
    });
  });

  test("are told from those that were sent, refunded and put back", async ({ world }) => {
    const shop = await openShop(world, { stock: 3, sizes: ["S"] });
    await shop.staff.inventory.setBackorder({ body: { variantId: shop.first, limit: 9 } });
    const [older, newer] = [await shop.buy(3), await shop.buy(2)];
    await sendAndRefundOne(older);
    // The unit that came back went to the newer order, which now lacks one unit. The older order still has its other 2
    // units.
    expect(await shop.onHand()).toEqual({ main: -1 });
    await older.ship({ notify: false });
    const one = { items: [{ orderItemId: newer.items[0]?.id ?? "", quantity: 1 }], notify: false };
    await newer.ship(one);
    await expect(newer.ship(one)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("are those of the latest orders, even if a unit of these was sent and put back", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 4, sizes: ["S"] });
    const { inventory } = shop.staff;
    await inventory.setBackorder({ body: { variantId: shop.first, limit: 9 } });
    const [older, newer] = [await shop.buy(2), await shop.buy(2)];
    await sendAndRefundOne(newer);
    await shop.buy(1);
    expect(await shop.onHand()).toEqual({ main: 0 });
    const lost = { variantId: shop.first, quantity: -2, reason: "DAMAGED" as const };
    await inventory.createAdjustment({ body: lost });
    await older.ship({ notify: false });
    expect(await imbalances(world)).toEqual([]);
  });

  test("are shipped from another location that has them, and no longer owed", async ({ world }) => {
    const { shop, newer } = await owing(world);
    const level = { variantId: shop.first, location: "shelf", onHand: 4 };
    await shop.staff.inventory.setLevel({ body: level });
    await newer.ship({ location: "shelf" });
    expect(await shop.onHand()).toEqual({ main: 1, shelf: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});
