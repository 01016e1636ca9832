import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { openShop } from "./shipments.fixture.ts";

test("many orders are shipped in one call, and one that can't be shipped doesn't block the others", async ({
  world,
}) => {
  const shop = await openShop(world, { shelf: 1 });
  const orders = [await shop.buy(1), await shop.buy(0, 2), await shop.buy(2)] as const;
  const unpaid = await shop.place([{ variantId: shop.first, quantity: 1 }]);
  const unknown = newId();
  const { shipments } = shop.staff;
  const body = {
    orders: [
      { orderId: orders[0].id, carrier: "DPD", trackingNumber: "01" },
      { orderId: unpaid.id },
      { orderId: orders[1].id },
      { orderId: unknown },
      { orderId: orders[2].id, location: "shelf" },
    ],
  };
  const { storeId } = shop;
  const send = () => shipments.createShipments({ storeId, body }, { idempotencyKey: "bulk" });
  const { items } = await send();
  expect(items).toMatchObject([
    { orderId: orders[0].id, shipment: { carrier: "DPD", trackingNumber: "01" }, error: null },
    { orderId: unpaid.id, shipment: null, error: { code: "ORDER_NOT_PAID" } },
    { orderId: orders[1].id, shipment: { lines: [{ quantity: 2 }] }, error: null },
    { orderId: unknown, shipment: null, error: { code: "NOT_FOUND" } },
    {
      shipment: null,
      error: {
        code: "OUT_OF_STOCK",
        message: expect.stringContaining("at the location shelf: 1. Needed: 2."),
      },
    },
  ]);
  const shipped = items.flatMap(({ shipment }) => (shipment === null ? [] : [shipment.id]));
  // Repeating the request ships nothing twice and retries the orders that failed.
  await shop.staff.inventory.setLevel({
    body: { variantId: shop.first, location: "shelf", onHand: 9 },
  });
  const again = await send();
  const then = again.items.flatMap(({ shipment }) => (shipment === null ? [] : [shipment.id]));
  expect(then.slice(0, 2)).toEqual(shipped);
  expect(then).toHaveLength(3);
  for (const order of orders) expect(await order.shipments()).toHaveLength(1);
  await expect(
    shipments.createShipments(
      { storeId, body: { orders: [{ orderId: orders[0].id }] } },
      { idempotencyKey: "bulk" },
    ),
  ).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  expect(await imbalances(world)).toEqual([]);
});

test("a request with more than a hundred orders, or with one order twice, is rejected", async ({
  world,
}) => {
  const shop = await openShop(world, { environment: "TEST" });
  const send = (ids: string[]) =>
    shop.staff.shipments.createShipments({
      storeId: shop.storeId,
      body: { orders: ids.map((orderId) => ({ orderId })) },
    });
  const invalid = { code: "VALIDATION_FAILED", details: [{ path: "orders" }] };
  await expect(send(Array.from({ length: 101 }, newId))).rejects.toMatchObject(invalid);
  const id = newId();
  await expect(send([id, id])).rejects.toMatchObject(invalid);
  await expect(
    shop.staff.shipments.createShipments({
      storeId: newId(),
      body: { orders: [{ orderId: id }] },
    }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});
