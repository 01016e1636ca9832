import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { openAccount } from "../../customers/customers.fixture.ts";
import { address, openShop, timelineOf } from "../../shipments/shipments.fixture.ts";
import { orderKey } from "../../../platform/http/callers/order-cookie.ts";

const moved = { ...address, address: "2 Oak Ave", city: "Dallas", postalCode: "75201" };

describe("the shipping address", () => {
  test("can be changed by the buyer before picking; the billing address stays, and the timeline shows who did it", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const { id, buyer, billingAddress, version } = await shop.buy(1);
    const changed = await buyer.orders.changeShippingAddress(
      { id, body: moved },
      { headers: { "if-match": `"${version}"` } },
    );
    expect(changed).toMatchObject({ shippingAddress: moved, billingAddress, version: version + 1 });
    // A repeated call changes nothing.
    await buyer.orders.changeShippingAddress({ id, body: moved });
    expect(await lastEvent(world, id)).toMatchObject({
      kind: "address-changed",
      actor_kind: "order",
      data: { changed: ["shippingAddress"] },
    });
    const { rows } = await world.admin.query(
      "select actor_kind, after from shop.audit_entries where entity_id = $1 and action = 'UPDATE' and after ? 'changed'",
      [id],
    );
    expect(rows).toEqual([{ actor_kind: "order", after: { changed: ["shippingAddress"] } }]);
    await expect(
      buyer.orders.changeShippingAddress(
        { id, body: address },
        { headers: { "if-match": `"${version}"` } },
      ),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { shippingAddress: moved } });
  });

  test("can be changed only a limited number of times, because each change leaves entries", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const { id, buyer } = await shop.buy(1);
    await world.admin.query("update shop.orders set version = 199 where id = $1", [id]);
    await buyer.orders.changeShippingAddress({ id, body: moved });
    await expect(buyer.orders.changeShippingAddress({ id, body: address })).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
  });

  test("of an order without one must be in the place that the order was priced for", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const { id, buyer } = await shop.buy(1);
    await world.admin.query("update shop.orders set shipping_address = null where id = $1", [id]);
    const change = (body: Record<string, string>) =>
      buyer.orders.changeShippingAddress({ id, body: { ...address, ...body } });
    await expect(
      change({ country: "CA", region: "ON", postalCode: "K1A 0B1" }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION", details: { reason: "OTHER_TERMS" } });
    expect((await change({})).shippingAddress).toEqual(address);
  });

  test("must be complete, and is rejected if shipping or tax differ there", async ({ world }) => {
    const shop = await openShop(world);
    const { id, buyer } = await shop.buy(1);
    const change = (body: typeof address | Record<string, string>) =>
      buyer.orders.changeShippingAddress({ id, body: { ...address, ...body } });
    await expect(change({ postalCode: "1" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "postalCode" }],
    });
    await expect(change({ region: "Nowhere" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "region" }],
    });
    await expect(
      change({ country: "CA", region: "ON", postalCode: "K1A 0B1" }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { reason: "OTHER_TERMS" },
      message: expect.stringContaining("place it again"),
    });
    // Another region is accepted if the order costs the same there.
    expect((await change({ region: "California", postalCode: "94105" })).shippingAddress).toEqual({
      ...address,
      region: "CA",
      postalCode: "94105",
    });
    await shop.owner.taxes.createTaxRate({
      storeId: shop.storeId,
      body: { name: "NY tax", percent: 4, country: "US", region: "NY" },
    });
    await expect(change({ region: "NY", postalCode: "10001" })).rejects.toMatchObject({
      details: { reason: "OTHER_TERMS" },
    });
  });

  test("can't be changed while the order is unpaid, or once a parcel is being packed", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const unpaid = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    await expect(
      world
        .client({ orderKey: unpaid.orderKey })
        .orders.changeShippingAddress({ id: unpaid.id, body: moved }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION", details: { reason: "PICKING" } });
    const order = await shop.buy(2);
    const { id } = order;
    const { version } = await order.now();
    const pending = await order.ship({
      status: "PENDING",
      items: [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }],
    });
    const change = (options = {}) =>
      order.buyer.orders.changeShippingAddress({ id, body: moved }, options);
    await expect(change()).rejects.toMatchObject({ details: { reason: "PICKING" } });
    // A page loaded before the shipment was created gets the same reason, not EDIT_CONFLICT.
    const stale = { headers: { "if-match": `"${version}"` } };
    await expect(change(stale)).rejects.toMatchObject({ details: { reason: "PICKING" } });
    await expect(order.buyer.orders.cancelOrder({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect((await order.buyer.orders.getOrderWithItems({ id })).changes).toEqual({
      address: false,
      sizes: false,
      cancel: false,
    });
    await order.cancel(pending.id);
    expect((await change()).shippingAddress).toEqual(moved);
  });
});

describe("another size", () => {
  test("takes units of the new size, returns the old ones to their location, and changes no amount", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 1, shelf: 5, sizes: ["S", "M", "L"] });
    const [small = "", medium = ""] = shop.variantIds;
    const order = await shop.buy(3);
    const { id, buyer } = order;
    const itemId = order.items[0]?.id ?? "";
    const before = await buyer.orders.getOrderWithItems({ id });
    expect(await shop.onHand(small)).toEqual({ main: 1, shelf: 2 });
    const { items } = await buyer.orders.listItemSizes({ id, itemId });
    expect(items.map(({ size, isCurrent, state }) => [size, isCurrent, state])).toEqual([
      ["S", true, "AVAILABLE"],
      ["M", false, "AVAILABLE"],
      ["L", false, "AVAILABLE"],
    ]);
    const changed = await buyer.orders.changeItemSize({ id, itemId, body: { variantId: medium } });
    expect(changed.items).toMatchObject([
      { id: itemId, variantId: medium, size: "M", quantity: 3 },
    ]);
    expect([changed.total, changed.items[0]?.total]).toEqual([
      before.total,
      before.items[0]?.total,
    ]);
    expect(await shop.onHand(small)).toEqual({ main: 1, shelf: 5 });
    expect(await shop.onHand(medium)).toEqual({ main: 1, shelf: 2 });
    expect(await lastEvent(world, id)).toMatchObject({
      kind: "lines-changed",
      actor_kind: "order",
      data: { from: { size: "S" }, to: { size: "M" }, quantity: 3 },
    });
    expect(await imbalances(world)).toEqual([]);
    // Changes back to the first size: the units come from the location that originally sold them, and are shipped from
    // there.
    await buyer.orders.changeItemSize({ id, itemId, body: { variantId: small } });
    expect(await shop.onHand(small)).toEqual({ main: 1, shelf: 2 });
    await order.ship();
    expect(await imbalances(world)).toEqual([]);
  });

  test("is rejected if it is sold out, costs more, is already in the order, or belongs to another product", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 4, sizes: ["S", "M", "L", "XL", "XXL"] });
    const [, medium = "", large = "", extra = "", onSale = ""] = shop.variantIds;
    const order = await shop.buy(2, 1);
    const { id, buyer } = order;
    const itemId = order.items[0]?.id ?? "";
    await shop.staff.inventory.setLevel({ body: { variantId: large, onHand: 1 } });
    await shop.staff.products.updateVariant({ id: extra, body: { price: 99 } });
    // An item on sale counts as having a different price, because discounts may exclude such items.
    await shop.staff.products.updateVariant({ id: onSale, body: { regularPrice: 99 } });
    const { items } = await buyer.orders.listItemSizes({ id, itemId });
    expect(items.map(({ size, state }) => [size, state])).toEqual([
      ["S", "AVAILABLE"],
      ["M", "IN_ORDER"],
      ["L", "SOLD_OUT"],
      ["XL", "OTHER_PRICE"],
      ["XXL", "OTHER_PRICE"],
    ]);
    const change = (variantId: string) =>
      buyer.orders.changeItemSize({ id, itemId, body: { variantId } });
    await expect(change(medium)).rejects.toMatchObject({ details: { reason: "IN_ORDER" } });
    await expect(change(large)).rejects.toMatchObject({ code: "OUT_OF_STOCK" });
    await expect(change(extra)).rejects.toMatchObject({ details: { reason: "OTHER_PRICE" } });
    await expect(change(shop.productId)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(
      buyer.orders.changeItemSize({ id, itemId: id, body: { variantId: large } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await order.refund(itemId, 1);
    await shop.staff.inventory.setLevel({ body: { variantId: large, onHand: 5 } });
    await expect(change(large)).rejects.toMatchObject({ details: { reason: "REFUNDED" } });
    expect(await imbalances(world)).toEqual([]);
  });

  test("of a test order moves its hold, and changes no stock once the hold has ended", async ({
    world,
  }) => {
    const shop = await openShop(world, { environment: "TEST" });
    const order = await shop.buy(2);
    const { id, buyer } = order;
    const itemId = order.items[0]?.id ?? "";
    const reserved = async (variantId: string) =>
      (
        await shop.staff.inventory.listLevels({ storeId: shop.storeId, entityId: variantId })
      ).items.reduce((sum, level) => sum + level.reserved, 0);
    await buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.second } });
    expect([await reserved(shop.first), await reserved(shop.second)]).toEqual([0, 2]);
    expect(await imbalances(world)).toEqual([]);
    await shop.owner.stores.updateStore({ id: shop.storeId, body: { environment: "LIVE" } });
    expect([await reserved(shop.first), await reserved(shop.second)]).toEqual([0, 0]);
    await buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.first } });
    expect([await reserved(shop.first), await reserved(shop.second)]).toEqual([0, 0]);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a paid order", () => {
  test("can be canceled by its buyer: units go back to their location, and the payment is refunded", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 1, shelf: 5 });
    const { id, buyer, total } = await shop.buy(3);
    const canceled = await buyer.orders.cancelOrder({
      id,
      // Fields that only staff can use are ignored.
      body: { reason: "Too late for the party", restock: false, refund: false },
    });
    expect(canceled).toMatchObject({ status: "REFUNDED", refunded: total });
    expect(await shop.onHand()).toEqual({ main: 1, shelf: 5 });
    expect(await timelineOf(world, id)).toEqual(["refund-started", "canceled", "refunded"]);
    const details = await buyer.orders.getOrderWithItems({ id });
    expect(details.payments).toMatchObject([{ amount: total, refunded: total, method: null }]);
    expect(details.refunds).toMatchObject([{ status: "COMPLETED", amount: total }]);
    await expect(buyer.orders.changeShippingAddress({ id, body: moved })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { reason: "CANCELED" },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can't be canceled by its buyer with an old version, or if staff recorded the payment", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const order = await shop.buy(1);
    await order.buyer.orders.changeShippingAddress({ id: order.id, body: moved });
    await expect(
      order.buyer.orders.cancelOrder(
        { id: order.id },
        { headers: { "if-match": `"${order.version}"` } },
      ),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
    const placed = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    const { id, total: amount } = placed;
    await shop.staff.transactions.createTransaction({
      body: { orderId: id, amount, method: "BANK_TRANSFER" },
    });
    // The confirmation has a new key, because staff recorded the payment.
    const buyer = world.client({ orderKey: orderKey(world.services, id, 2).key });
    expect((await buyer.orders.getOrderWithItems({ id })).changes).toEqual({
      address: true,
      sizes: true,
      cancel: false,
    });
    await expect(buyer.orders.cancelOrder({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { reason: "PAID_BY_HAND" },
    });
    await shop.staff.orders.cancelOrder({ id });
  });

  test("can be changed by the signed-in customer, but not by another one", async ({ world }) => {
    const shop = await openShop(world);
    const ada = await openAccount(world, { email: "ada@example.com" });
    const { id, items } = await shop.buy(1);
    await ada.client.customers.getMyCustomer({ storeId: shop.storeId });
    const body = { variantId: shop.second };
    const itemId = items[0]?.id ?? "";
    const changed = await ada.client.orders.changeItemSize({ id, itemId, body });
    expect(changed.items).toMatchObject([{ size: "M" }]);
    expect((await ada.client.orders.changeShippingAddress({ id, body: moved })).version).toBe(3);
    expect(await lastEvent(world, id)).toMatchObject({ actor_kind: "customer" });
    const eve = await openAccount(world, { email: "eve@example.com" });
    await expect(
      eve.client.orders.changeShippingAddress({ id, body: moved }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await ada.client.orders.cancelOrder({ id });
    expect(await imbalances(world)).toEqual([]);
  });
});

async function lastEvent(world: World, orderId: string): Promise<unknown> {
  const { rows } = await world.admin.query<object>(
    "select kind, actor_kind, data from shop.order_events where order_id = $1 order by id desc limit 1",
    [orderId],
  );
  return rows[0];
}
