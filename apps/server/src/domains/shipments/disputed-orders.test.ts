// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { openShop } from "./shipments.fixture.ts";

const refused = {
  code: "INVALID_TRANSITION",
  message: expect.stringContaining("All money for this order was returned to the buyer") as string,
};

/** Creates two paid orders. `report` reports a dispute about the first one, by default about its full amount. */
async function disputedShop(world: World) {
  const shop = await openShop(world);
  const [order, other] = [await shop.buy(2, 1), await shop.buy(1)] as const;
  const minor = Math.round(order.total * 100);
  const report = (state: "open" | "lost" | "won", amountMinor = minor) =>
    reportDispute(world, shop, order.id, { state, amountMinor });
  return { shop, order, other, minor, report };
}

describe("an order whose money was lost in a dispute", () => {
  test("is not packed or shipped, alone or with others, and shows what was lost", async ({
    world,
  }) => {
    const { shop, order, other, report } = await disputedShop(world);
    const { storeId, staff } = shop;
    const { shipments, orders } = staff;
    const pending = await order.ship({
      status: "PENDING",
      items: [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }],
    });
    await report("lost");
    expect(await order.now()).toMatchObject({
      status: "PAID",
      paymentState: "DISPUTE_RESOLVED",
      paid: order.total,
      refunded: 0,
      lost: order.total,
    });
    await expect(order.ship()).rejects.toMatchObject(refused);
    await expect(order.change(pending.id, { status: "SHIPPED" })).rejects.toMatchObject(refused);
    expect(await orders.countOrders({ storeId })).toMatchObject({
      byStatus: { PAID: 2 },
      toFulfill: 1,
    });
    const slips = (ids?: string[]) =>
      shipments.getPackingSlips({ storeId, ...(ids && { orders: ids }) });
    await expect(slips([order.id])).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await slips();
    const { items } = await shipments.createShipments({
      storeId,
      body: { orders: [{ orderId: order.id }, { orderId: other.id }] },
    });
    expect(items).toMatchObject([
      { shipment: null, error: refused },
      { shipment: { status: "SHIPPED" }, error: null },
    ]);
    await expect(slips()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    const [head = "", line = ""] = (await (await orders.exportOrders({ storeId })).text())
      .split("\n")
      .filter((row, i) => i === 0 || row.startsWith(order.orderNumber));
    expect(Number(line.split(",")[head.split(",").indexOf("Lost in disputes")])).toBe(order.total);
    // No money is left to refund, and the units go back in stock.
    await order.cancel(pending.id);
    await orders.cancelOrder({ id: order.id });
    expect(await order.now()).toMatchObject({ status: "CANCELLED", refunded: 0 });
    expect(await shop.onHand()).toEqual({ main: 9 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can only be canceled by its buyer, and can't get more units", async ({ world }) => {
    const { shop, order, report } = await disputedShop(world);
    const { id, buyer } = order;
    const changes = async () => (await buyer.orders.getOrderWithItems({ id })).changes;
    const add = () =>
      shop.staff.orders.updateOrderItems({
        id,
        body: { items: [{ variantId: shop.second, quantity: 1 }] },
      });
    await add();
    await report("open");
    expect(await changes()).toMatchObject({ address: false, cancel: true });
    await report("lost");
    // Paying for the added unit would make the whole order look paid.
    await expect(
      buyer.payments.createPaymentIntent({ id, body: { provider: "other" } }),
    ).rejects.toMatchObject({ code: "ORDER_EXPIRED" });
    await shop.staff.orders.updateOrderItems({ id, body: { items: [] } });
    expect(await changes()).toEqual({ address: false, sizes: false, cancel: true });
    const { shippingAddress } = await order.now();
    if (shippingAddress === null) throw new Error("the order has no address");
    await expect(
      buyer.orders.changeShippingAddress({
        id,
        body: { ...shippingAddress, address: "2 Main St" },
      }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("money back"),
    });
    await expect(add()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await buyer.orders.cancelOrder({ id });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is shipped once the dispute is won, and so is an order that lost a part", async ({
    world,
  }) => {
    const { order, minor, report } = await disputedShop(world);
    await report("lost");
    await expect(order.ship()).rejects.toMatchObject(refused);
    await report("won");
    await order.ship({ items: [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }] });
    await report("lost", minor - 1);
    await order.ship();
    expect(await order.now()).toMatchObject({ fulfillmentState: "FULFILLED" });
    expect(await imbalances(world)).toEqual([]);
  });
});
