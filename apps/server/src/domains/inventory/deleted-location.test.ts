// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { openShop } from "../shipments/shipments.fixture.ts";

/** Creates a paid order of two units that were sold at the shelf, a location that the test can delete. */
async function soldAtShelf(world: World) {
  const shop = await openShop(world, { stock: 0, shelf: 2 });
  const { staff, storeId, second } = shop;
  const order = await shop.buy(2);
  await staff.inventory.setLevel({ body: { variantId: second, location: "main", onHand: 5 } });
  await staff.inventory.setLevel({ body: { variantId: second, location: "shelf", onHand: 0 } });
  const { items } = await staff.locations.listLocations({ storeId });
  const locationId = items.find(({ code }) => code === "shelf")?.id ?? "";
  return { ...shop, order, deleteShelf: () => staff.locations.deleteLocation({ id: locationId }) };
}

test("units that a buyer or staff exchange go to the main location if the one that sold them was deleted", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const { id, buyer, items } = shop.order;
  await shop.deleteShelf();
  const itemId = items[0]?.id ?? "";
  await buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.second } });
  expect(await shop.onHand()).toEqual({ main: 2, shelf: 0 });
  // The main location has the two returned units, so changing the size back takes them from there.
  await buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.first } });
  expect(await shop.onHand()).toEqual({ main: 0, shelf: 0 });
  expect(await imbalances(world)).toEqual([]);
});

test("units that staff remove from an order go to the main location if the one that sold them was deleted", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const { id, items } = shop.order;
  await shop.deleteShelf();
  const body = { items: [{ itemId: items[0]?.id ?? "", quantity: 1 }] };
  await shop.staff.orders.updateOrderItems({ id, body });
  expect(await shop.onHand()).toEqual({ main: 1, shelf: 0 });
  expect(await imbalances(world)).toEqual([]);
});

test("if another location ships for a deleted one, the main location gets the deleted one's units", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const { staff, storeId, first, order } = shop;
  await staff.locations.createLocation({ storeId, body: { code: "van", name: "Van" } });
  await staff.inventory.setLevel({ body: { variantId: first, location: "van", onHand: 2 } });
  await shop.deleteShelf();
  await order.ship({ location: "van" });
  expect(await shop.onHand()).toEqual({ main: 2, shelf: 0, van: 0 });
  expect(await imbalances(world)).toEqual([]);
});

test("units of variants that were deleted on their own go to the main location", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const { staff, second } = shop;
  await staff.inventory.setLevel({ body: { variantId: second, location: "shelf", onHand: 3 } });
  await staff.products.deleteVariant({ id: second });
  await shop.deleteShelf();
  const levels = await world.admin.query(
    "select location, on_hand from shop.inventory_levels where variant_id = $1 order by location",
    [second],
  );
  expect(levels.rows).toEqual([
    { location: "main", on_hand: 8 },
    { location: "shelf", on_hand: 0 },
  ]);
  expect(await imbalances(world)).toEqual([]);
});

test("a location can't be deleted while a transfer that it sent is in transit", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const { staff, storeId, first } = shop;
  await staff.inventory.setLevel({ body: { variantId: first, location: "shelf", onHand: 1 } });
  const lines = [{ variantId: first, quantity: 1 }];
  const { id } = await staff.transfers.createTransfer({
    storeId,
    body: { from: "shelf", to: "main", lines },
  });
  await expect(shop.deleteShelf()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  await staff.transfers.receiveTransfer({ id, body: {} });
  await shop.deleteShelf();
});

test("units returned to a location that is just being deleted go to the main one", async ({
  world,
}) => {
  const shop = await soldAtShelf(world);
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    await client.query(
      "select from shop.inventory_levels where location = 'shelf' and variant_id = $1 for update",
      [shop.first],
    );
    const { id } = shop.order;
    const returned = shop.staff.refunds.refundOrder({ id, body: { restock: true } });
    await untilBlocked(world);
    await client.query("update shop.locations set deleted_at = now() where code = 'shelf'");
    await client.query(
      "update shop.inventory_levels set sell_rank = null where location = 'shelf'",
    );
    await client.query("commit");
    await returned;
  } finally {
    client.release();
  }
  expect(await shop.onHand()).toEqual({ main: 2, shelf: 0 });
  expect(await imbalances(world)).toEqual([]);
});

test("a location that gets units while it is being deleted is not deleted", async ({ world }) => {
  const shop = await soldAtShelf(world);
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    await client.query(
      "update shop.inventory_levels set on_hand = 1 where location = 'shelf' and variant_id = $1",
      [shop.first],
    );
    await client.query(
      `insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason)
       values ($1, gen_random_uuid(), $2, 'shelf', 'adjust', 1, 'Found')`,
      [shop.storeId, shop.first],
    );
    const deleted = shop.deleteShelf().then(
      () => null,
      (error: unknown) => error,
    );
    await untilBlocked(world);
    await client.query("commit");
    expect(await deleted).toMatchObject({ code: "INVALID_TRANSITION" });
  } finally {
    client.release();
  }
  expect(await imbalances(world)).toEqual([]);
});
