// @module-tag slow

import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import { reportDispute } from "../../disputes/disputes.fixture.ts";
import { paidOrder, payAll, refundShop, settle } from "../../refunds/refunds.fixture.ts";
import { type GiftShop, giftShop, report } from "./gift-shop.fixture.ts";

const refused = { code: "INVALID_TRANSITION" };

/** A gift to which staff have added a product for 10.00 that the buyer has paid for. */
async function withPaidUnit(world: World) {
  const shop = await giftShop(world);
  await shop.add();
  await payAll(shop);
  const { items } = await shop.staff.orders.getOrderWithItems({ id: shop.id });
  const [free = "", paid = ""] = items.map((item) => item.id);
  return Object.assign(shop, { free, paid });
}

const refund = async (
  world: World,
  { staff, id }: Pick<GiftShop, "staff" | "id">,
  body: object,
) => {
  await staff.refunds.refundOrder({ id, body });
  await settle(world);
};

const ship = ({ staff, id }: Pick<GiftShop, "staff" | "id">, itemId?: string) =>
  staff.shipments.createShipment({
    id,
    body: { status: "SHIPPED", ...(itemId && { items: [{ orderItemId: itemId, quantity: 1 }] }) },
  });

const unitsOf = ({ lines }: Awaited<ReturnType<typeof ship>>) =>
  lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]);

async function expectPaid({ staff, storeId, id }: Pick<GiftShop, "staff" | "storeId" | "id">) {
  const { items } = await staff.orders.listOrders({ storeId, status: "PAID" });
  expect(items.map((order) => order.id)).toContain(id);
  expect((await staff.orders.countOrders({ storeId })).toFulfill).toBe(1);
  await staff.shipments.getPackingSlips({ storeId });
}

describe("a gift stays one", () => {
  test("if money came for a change that has ended, and was refunded", async ({ world }) => {
    const shop = await giftShop(world);
    await shop.add();
    const payment = await shop.pay();
    await shop.withdraw();
    await report(world, shop, payment);
    expect(await shop.staff.orders.getOrder({ id: shop.id })).toMatchObject({
      status: "PAID",
      paid: 10,
      refunded: 10,
    });
    await expectPaid(shop);
    const city = { ...shippingAddress, city: "Dallas" };
    await shop.buyer.orders.changeShippingAddress({ id: shop.id, body: city });
    expect(await shop.add()).toMatchObject({ status: "OPEN", due: 10 });
    await payAll(shop);
    const { items } = await shop.staff.orders.getOrderWithItems({ id: shop.id });
    expect(unitsOf(await ship(shop))).toEqual(items.map(({ id }) => [id, 1]));
    expect(await imbalances(world)).toEqual([]);
  });

  test("if a unit that was added and paid for is refunded", async ({ world }) => {
    const shop = await withPaidUnit(world);
    await refund(world, shop, { lines: [{ itemId: shop.paid, quantity: 1 }] });
    await expectPaid(shop);
    expect(unitsOf(await ship(shop))).toEqual([[shop.free, 1]]);
    const { status } = await shop.staff.orders.getOrder({ id: shop.id });
    expect([status, await imbalances(world)]).toEqual(["FULFILLED", []]);
  });

  test("if everything paid for it is refunded by amount, without the unit that was paid for", async ({
    world,
  }) => {
    const shop = await withPaidUnit(world);
    await refund(world, shop, { amount: 10 });
    await expectPaid(shop);
    await expect(ship(shop, shop.paid)).rejects.toMatchObject(refused);
    expect(unitsOf(await ship(shop))).toEqual([[shop.free, 1]]);
    await expect(ship(shop)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("Remove it from the order"),
    });
    const body = { items: [{ itemId: shop.paid, quantity: 0 }] };
    await shop.staff.orders.updateOrderItems({ id: shop.id, body });
    const { status, total } = await shop.staff.orders.getOrder({ id: shop.id });
    expect([status, total, await imbalances(world)]).toEqual(["FULFILLED", 0, []]);
  });

  test("if what was paid for an added unit is lost in a dispute, and that unit isn't sent", async ({
    world,
  }) => {
    const shop = await withPaidUnit(world);
    const pending = await shop.staff.shipments.createShipment({
      id: shop.id,
      body: { status: "PENDING", items: [{ orderItemId: shop.paid, quantity: 1 }] },
    });
    await reportDispute(world, shop, shop.id, { state: "lost", amountMinor: 1000 });
    const send = { id: pending.id, body: { status: "SHIPPED" } } as const;
    await expect(shop.staff.shipments.updateShipment(send)).rejects.toMatchObject(refused);
    await expectPaid(shop);
    expect(unitsOf(await ship(shop))).toEqual([[shop.free, 1]]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("if a change left only its free units", async ({ world }) => {
    const shop = await refundShop(world);
    await world.admin.query("update shop.variants set price_minor = 0 where id = $1", [
      shop.variantIds[0],
    ]);
    await world.admin.query("update shop.shipping_rates set price_minor = 0");
    const { id } = await paidOrder(world, shop, [1, 1]);
    const { items } = await shop.staff.orders.getOrderWithItems({ id });
    const body = { items: [{ itemId: items[1]?.id ?? "", quantity: 0 }] };
    await shop.staff.orders.updateOrderItems({ id, body });
    await settle(world);
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ total: 0, refunded: 10 });
    await expectPaid({ ...shop, id });
    await ship({ ...shop, id });
    expect(await imbalances(world)).toEqual([]);
  });
});

test("a gift is refunded with all of its units, and one that an earlier version marked so without them is sent after all", async ({
  world,
}) => {
  const migration = await readFile(
    new URL("../../../../database/migrations/0070_gifts_marked_as_refunded.sql", import.meta.url),
    "utf8",
  );
  const shop = await withPaidUnit(world);
  await refund(world, shop, { lines: [{ itemId: shop.paid, quantity: 1 }] });
  await world.admin.query("update shop.orders set payment_state = 'refunded' where id = $1", [
    shop.id,
  ]);
  await world.admin.query(migration);
  await expectPaid(shop);

  const other = await giftShop(world);
  await other.add();
  await payAll(other);
  const { items } = await other.staff.orders.getOrderWithItems({ id: other.id });
  const lines = items.map(({ id: itemId }) => ({ itemId, quantity: 1 }));
  await refund(world, other, { lines });
  await world.admin.query(migration);
  expect(await other.staff.orders.getOrder({ id: other.id })).toMatchObject({ status: "REFUNDED" });
  expect(await imbalances(world)).toEqual([]);
});

test("an order that was paid for and refunded isn't sent, although a unit of it was free", async ({
  world,
}) => {
  const shop = await refundShop(world);
  await world.admin.query("update shop.variants set price_minor = 0 where id = $1", [
    shop.variantIds[0],
  ]);
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  const { id } = await paidOrder(world, shop, [1, 1]);
  await refund(world, { ...shop, id }, { amount: 10 });
  expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
  await expect(ship({ ...shop, id })).rejects.toMatchObject(refused);
});
