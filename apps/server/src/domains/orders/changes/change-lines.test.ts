import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { seedProduct } from "#tests/seed.ts";
import { member } from "../../roles/roles.fixture.ts";
import {
  onHand,
  paidOrder,
  payAll,
  type Placed,
  refundShop,
} from "../../refunds/refunds.fixture.ts";
import { openShop } from "../../shipments/shipments.fixture.ts";

const refusal = (code: string) => ({ code });
const linesOf = ({
  items,
}: {
  items: readonly { name: string; quantity: number; price: number }[];
}) => items.map(({ quantity, price }) => [quantity, price]);
const itemId = (order: Placed, i: number) => order.items[i]?.id ?? "";

describe("a paid order", () => {
  test("that loses units is refunded their price, and the units go back into stock", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, refunds } = shop.staff;
    const body = { items: [{ itemId: itemId(order, 0), quantity: 1 }], reason: "Too many" };
    const preview = await orders.updateOrderItems({ id: order.id, preview: true, body });
    expect(preview).toMatchObject({ status: "PREVIEW", due: 0, refund: 66.68, expiresAt: null });
    expect(linesOf(await orders.getOrderWithItems({ id: order.id }))).toEqual(linesOf(order));
    const changed = await orders.updateOrderItems({
      id: order.id,
      body: { ...body, total: preview.order.total },
    });
    expect(changed).toMatchObject({
      status: "APPLIED",
      refund: 66.68,
      order: { status: "PAID", total: 43.34, refunded: 66.68 },
    });
    expect(linesOf(changed.order)).toEqual([
      [1, 33.34],
      [1, 10],
    ]);
    expect(await onHand(world, shop.variantIds[0])).toBe(99);
    const { items: events } = await orders.listOrderEvents({ id: order.id });
    expect(events.find(({ kind }) => kind === "lines-changed")).toMatchObject({
      text: "Too many",
      by: { kind: "user" },
      data: { lines: [{ name: "Slip dress", variant: "M", from: 3, to: 1 }] },
    });
    // Refunds the rest of the order.
    await refunds.refundOrder({ id: order.id, body: { restock: true } });
    expect(await orders.getOrder({ id: order.id })).toMatchObject({
      status: "REFUNDED",
      refunded: order.total,
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can lose a line, but not the last one", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders } = shop.staff;
    const remove = (i: number) => ({ itemId: itemId(order, i), quantity: 0 });
    const { order: changed } = await orders.updateOrderItems({
      id: order.id,
      body: { items: [remove(1)] },
    });
    expect(linesOf(changed)).toEqual([[3, 33.34]]);
    await expect(
      orders.updateOrderItems({ id: order.id, body: { items: [remove(0)] } }),
    ).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    expect(await imbalances(world)).toEqual([]);
  });

  test("that gains units stays unchanged until the buyer pays the difference", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, shipments, refunds } = shop.staff;
    const body = { items: [{ itemId: itemId(order, 1), quantity: 3 }] };
    const open = await orders.updateOrderItems({ id: order.id, body });
    expect(open).toMatchObject({ status: "OPEN", due: 20, refund: 0 });
    expect(linesOf(open.order)).toEqual([
      [3, 33.34],
      [1, 10],
      [2, 10],
    ]);
    const now = await order.buyer.orders.getOrderWithItems({ id: order.id });
    expect(now).toMatchObject({
      total: order.total,
      openChange: { due: 20, expiresAt: open.expiresAt },
    });
    expect(linesOf(now)).toEqual(linesOf(order));
    expect(await imbalances(world)).toEqual([]);
    for (const call of [
      () => shipments.createShipment({ id: order.id, body: {} }),
      () => refunds.refundOrder({ id: order.id, body: {} }),
    ])
      await expect(call()).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    expect(await order.buyer.payments.getPaymentStatus({ id: order.id })).toMatchObject({
      status: "PENDING",
      retryable: true,
    });
    await payAll(order);
    const paid = await orders.getOrderWithItems({ id: order.id });
    expect(paid).toMatchObject({
      status: "PAID",
      total: 130.02,
      paid: 130.02,
      openChange: null,
    });
    expect(linesOf(paid)).toEqual(linesOf(open.order));
    expect(await onHand(world, shop.variantIds[1])).toBe(97);
    await expect(payAll(order)).rejects.toMatchObject(refusal("ORDER_ALREADY_PAID"));
    await shipments.createShipment({ id: order.id, body: { status: "SHIPPED" } });
    expect(await orders.getOrder({ id: order.id })).toMatchObject({ status: "FULFILLED" });
    expect(await imbalances(world)).toEqual([]);
    const { items: events } = await orders.listOrderEvents({ id: order.id });
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["change-opened", "lines-changed"]),
    );
  });

  test("gets no free units for added units, and keeps its discount tier", async ({ world }) => {
    const shop = await refundShop(world);
    const [, cheap] = shop.variantIds;
    const { storeId } = shop;
    const { discounts } = await member(world, storeId, "ADMIN");
    const offer = await discounts.createDiscount({
      storeId,
      body: { title: "Offer", type: "PERCENTAGE", value: 100, give: { buy: 2, get: 1 } },
    });
    const gift = await paidOrder(world, shop);
    expect(gift.total).toBeLessThan(gift.subtotal);
    const more = { body: { items: [{ itemId: itemId(gift, 0), quantity: 13 }] } };
    const { orders } = shop.staff;
    const preview = await orders.updateOrderItems({ id: gift.id, preview: true, ...more });
    expect(preview.due).toBeCloseTo(10 * 33.34, 2);
    await discounts.deleteDiscount({ id: offer.id });

    const tiers = [
      { quantity: 2, value: 10 },
      { quantity: 50, value: 50 },
    ];
    await discounts.createDiscount({
      storeId,
      body: { title: "By number", type: "PERCENTAGE", tiers },
    });
    const tiered = await paidOrder(world, shop);
    const added = await orders.updateOrderItems({
      id: tiered.id,
      preview: true,
      body: { items: [{ variantId: cheap, quantity: 1 }] },
    });
    expect(added).toMatchObject({ status: "PREVIEW", due: 9 });
  });

  test("is charged or refunded only the difference between added and removed units", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop, [1, 1]);
    const { orders } = shop.staff;
    const [dress, shirt] = shop.variantIds;
    const swap = await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId: itemId(order, 1), variantId: dress, quantity: 1 }] },
    });
    expect(swap).toMatchObject({ status: "OPEN", due: 23.34 });
    await payAll(order);
    const back = await orders.getOrderWithItems({ id: order.id });
    expect(linesOf(back)).toEqual([
      [1, 33.34],
      [1, 33.34],
    ]);
    const again = await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId: back.items[1]?.id ?? "", variantId: shirt, quantity: 1 }] },
    });
    expect(again).toMatchObject({
      status: "APPLIED",
      refund: 23.34,
      order: { total: order.total },
    });
    expect(await onHand(world, dress)).toBe(99);
    expect(await onHand(world, shirt)).toBe(99);
    expect(await imbalances(world)).toEqual([]);
  });

  test("can be changed to another size at the price that was charged", async ({ world }) => {
    const shop = await refundShop(world);
    const { variantIds } = await seedProduct(world, shop.storeId, {
      sizes: ["S", "L"],
      priceMinor: 5000,
    });
    const [small = "", large = ""] = variantIds;
    const order = await paidOrder(
      world,
      { ...shop, variantIds: [small, shop.variantIds[1]] },
      [2, 0],
    );
    await world.admin.query(
      "update shop.variants set price_minor = 6000 where id = any($1::uuid[])",
      [variantIds],
    );
    const { orders } = shop.staff;
    const changed = await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId: itemId(order, 0), variantId: large, quantity: 1 }] },
    });
    expect(changed).toMatchObject({ status: "APPLIED", due: 0, refund: 0 });
    expect(changed.order.items.map((item) => [item.size, item.quantity, item.price])).toEqual([
      ["S", 1, 50],
      ["L", 1, 50],
    ]);
    expect([await onHand(world, small), await onHand(world, large)]).toEqual([9, 9]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("keeps units that are in a shipment", async ({ world }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, shipments } = shop.staff;
    const shipped = [{ orderItemId: itemId(order, 0), quantity: 2 }];
    await shipments.createShipment({ id: order.id, body: { items: shipped, status: "SHIPPED" } });
    const to = (quantity: number) => ({ items: [{ itemId: itemId(order, 0), quantity }] });
    await expect(orders.updateOrderItems({ id: order.id, body: to(1) })).rejects.toMatchObject({
      ...refusal("INVALID_TRANSITION"),
      details: { left: 1 },
    });
    const changed = await orders.updateOrderItems({ id: order.id, body: to(2) });
    expect(changed).toMatchObject({ status: "APPLIED", refund: 33.34 });
    await shipments.createShipment({ id: order.id, body: { status: "SHIPPED" } });
    await expect(orders.updateOrderItems({ id: order.id, body: to(1) })).rejects.toMatchObject({
      ...refusal("INVALID_TRANSITION"),
      details: { status: "FULFILLED" },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("keeps lines with refunded units; removing a line deletes its failed refund lines", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await paidOrder(world, shop);
    const { orders, refunds } = shop.staff;
    await refunds.refundOrder({
      id: order.id,
      body: { lines: [{ itemId: itemId(order, 0), quantity: 1 }] },
    });
    // The test provider declines refunds of this amount.
    const declined = { lines: [{ itemId: itemId(order, 1), quantity: 1 }], amount: 1.91 };
    expect(await refunds.refundOrder({ id: order.id, body: declined })).toMatchObject({
      status: "FAILED",
    });
    await expect(
      orders.updateOrderItems({
        id: order.id,
        body: { items: [{ itemId: itemId(order, 0), quantity: 1 }] },
      }),
    ).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    await orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId: itemId(order, 1), quantity: 0 }] },
    });
    expect(await imbalances(world)).toEqual([]);
  });
});

test("a free unit can be removed from an order whose sent units were refunded", async ({
  world,
}) => {
  const shop = await openShop(world, { stock: 20 });
  await world.admin.query("update shop.variants set price_minor = 0 where id = $1", [shop.second]);
  const order = await shop.buy(2, 1);
  const { id } = order;
  const [coat = "", sock = ""] = order.items.map((item) => item.id);
  await order.ship({ items: [{ orderItemId: coat, quantity: 1 }], notify: false });
  const lines = [{ itemId: coat, quantity: 1, restock: true }];
  const { orders, refunds } = shop.staff;
  await refunds.refundOrder({ id, body: { lines, shipping: true } });
  await refunds.refundOrder({ id, body: { lines } });
  expect(await order.now()).toMatchObject({ status: "REFUNDED", fulfillmentState: "PARTIAL" });
  const change = (item: object) =>
    orders.updateOrderItems({ id, body: { items: [item as never], notify: false } });
  const refused = { code: "INVALID_TRANSITION", details: { status: "REFUNDED" } };
  await expect(change({ variantId: shop.first, quantity: 1 })).rejects.toMatchObject(refused);
  await expect(change({ variantId: shop.second, quantity: 1 })).rejects.toMatchObject(refused);
  await expect(change({ itemId: coat, quantity: 1 })).rejects.toMatchObject(refused);
  await expect(change({ itemId: sock, quantity: 1 })).rejects.toMatchObject(refused);
  expect(await shop.onHand(shop.second)).toEqual({ main: 19 });
  await change({ itemId: sock, quantity: 0 });
  expect(await shop.onHand(shop.second)).toEqual({ main: 20 });
  expect(await order.now()).toMatchObject({
    status: "REFUNDED",
    fulfillmentState: "FULFILLED",
    items: [{ id: coat }],
  });
  expect(await imbalances(world)).toEqual([]);
});
