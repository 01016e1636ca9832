import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { audited } from "../roles/roles.fixture.ts";
import { openShop, timelineOf } from "./shipments.fixture.ts";

/** Some units of one item. */
const units = (orderItemId = "", quantity = 1) => ({ items: [{ orderItemId, quantity }] });

describe("a paid order", () => {
  test("is shipped whole, delivered, and shown to its buyer", async ({ world }) => {
    const shop = await openShop(world);
    const { id, buyer, ship, change, now } = await shop.buy(2, 1);
    const shipment = await ship({ carrier: "UPS", trackingNumber: "1Z 999" });
    expect(shipment).toMatchObject({
      orderId: id,
      status: "SHIPPED",
      environment: "LIVE",
      carrier: "UPS",
      trackingNumber: "1Z 999",
      trackingUrl: "https://www.ups.com/track?tracknum=1Z999",
      deliveredAt: null,
      version: 1,
      lines: [
        { name: "Slip dress", variantName: "S", quantity: 2, location: "main" },
        { name: "Slip dress", variantName: "M", quantity: 1, location: "main" },
      ],
    });
    expect(await now()).toMatchObject({
      status: "FULFILLED",
      fulfillmentState: "FULFILLED",
      deliveredAt: null,
      items: [{ fulfilledQuantity: 2 }, { fulfilledQuantity: 1 }],
    });
    expect(await shop.onHand()).toEqual({ main: 8 });
    const { id: shipmentId } = shipment;
    const delivered = await change(shipmentId, { status: "DELIVERED" });
    expect(delivered).toMatchObject({ status: "DELIVERED", version: 2 });
    expect(await now()).toMatchObject({
      status: "FULFILLED",
      fulfillmentState: "DELIVERED",
      deliveredAt: delivered.deliveredAt,
    });
    // Sending the same status again only counts as an edit.
    await change(shipmentId, { status: "DELIVERED", carrier: "UPS" });
    const [seen] = (await buyer.shipments.listShipments({ id })).items;
    expect(seen).toMatchObject({ status: "DELIVERED", trackingNumber: "1Z 999" });
    expect(seen?.lines.map(({ location }) => location)).toEqual([undefined, undefined]);
    const same = await shop.staff.shipments.getShipment({ id: shipmentId });
    expect(same).toMatchObject({ id: shipmentId, version: 3, lines: [{ location: "main" }, {}] });
    expect(await timelineOf(world, id)).toEqual(["shipped", "delivered", "shipment-changed"]);
    expect(await audited(world, shipmentId)).toMatchObject([
      { action: "CREATE", actor: shop.staff.userId, after: { orderId: id, status: "SHIPPED" } },
      { action: "UPDATE", before: { status: "SHIPPED" }, after: { status: "DELIVERED" } },
      { action: "UPDATE" },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("shows its shipments to the customer's account, and to no other customer", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const { id, ship } = await shop.buy(2);
    await ship({ carrier: "UPS", trackingNumber: "1Z9" });
    const { id: customerId, token } = await seedCustomer(world, shop.storeId);
    await world.admin.query("update shop.orders set customer_id = $2 where id = $1", [
      id,
      customerId,
    ]);
    const { shipments } = world.client({ accessToken: token });
    expect((await shipments.listShipments({ id })).items).toMatchObject([
      { trackingNumber: "1Z9", lines: [{ name: "Slip dress", quantity: 2 }] },
    ]);
    const other = await seedCustomer(world, shop.storeId);
    await expect(
      world.client({ accessToken: other.token }).shipments.listShipments({ id }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(shipments.createShipment({ id, body: {} })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("is shipped in parts, and no unit twice", async ({ world }) => {
    const shop = await openShop(world);
    const { items, ship, now, shipments } = await shop.buy(2, 1);
    const [dress, other] = items.map((item) => item.id);
    const first = await ship(units(dress, 1));
    expect(first.lines).toMatchObject([{ orderItemId: dress, quantity: 1 }]);
    expect(await now()).toMatchObject({ status: "PAID", fulfillmentState: "PARTIAL" });
    await expect(ship(units(dress, 2))).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: "Only 1 of Slip dress (S) can still be shipped. Reduce the quantity.",
      details: { items: [{ orderItemId: dress, requested: 2, left: 1 }] },
    });
    await ship(units(other, 1));
    const last = await ship();
    expect(last.lines).toMatchObject([{ orderItemId: dress, quantity: 1 }]);
    expect(await now()).toMatchObject({ status: "FULFILLED", fulfillmentState: "FULFILLED" });
    await expect(ship()).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("Nothing in this order is left to ship"),
    });
    expect(await shipments()).toHaveLength(3);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is packed first: a canceled shipment gives its units back, one that left can't be canceled", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const { id, ship, cancel, change, now, shipments } = await shop.buy(2);
    const pending = await ship({ status: "PENDING" });
    expect(pending).toMatchObject({ status: "PENDING", shippedAt: null });
    expect(await now()).toMatchObject({
      fulfillmentState: "FULFILLED",
      items: [{ fulfilledQuantity: 2 }],
    });
    await cancel(pending.id);
    expect(await shipments()).toEqual([]);
    expect(await now()).toMatchObject({
      fulfillmentState: "UNFULFILLED",
      items: [{ fulfilledQuantity: 0 }],
    });
    const again = await ship({ status: "PENDING", carrier: "Bike" });
    const left = await change(again.id, { status: "SHIPPED", trackingNumber: "7" });
    expect(left).toMatchObject({ carrier: "Bike", trackingNumber: "7", trackingUrl: null });
    await expect(cancel(again.id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await timelineOf(world, id)).toEqual([
      "shipment-created",
      "shipment-canceled",
      "shipment-created",
      "shipped",
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("never ships refunded units, and is fulfilled once the rest has left", async ({ world }) => {
    const shop = await openShop(world);
    const { items, ship, change, now, refund } = await shop.buy(2, 1);
    await refund(items[0]?.id ?? "", 1);
    const shipment = await ship();
    expect(shipment.lines).toMatchObject([{ quantity: 1 }, { quantity: 1 }]);
    expect(await now()).toMatchObject({ fulfillmentState: "FULFILLED" });
    await change(shipment.id, { status: "DELIVERED" });
    expect(await now()).toMatchObject({ fulfillmentState: "DELIVERED" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("has at most a hundred shipments", async ({ world }) => {
    const shop = await openShop(world);
    const { id, items, ship } = await shop.buy(2);
    const one = { items: [{ orderItemId: items[0]?.id ?? "", quantity: 1 }] };
    await ship(one);
    await world.admin.query(
      `insert into shop.shipments (store_id, id, order_id, status, shipped_at)
       select store_id, gen_random_uuid(), id, 'SHIPPED', now() from shop.orders, generate_series(1, 99) where id = $1`,
      [id],
    );
    await expect(ship(one)).rejects.toMatchObject({ code: "LIMIT_REACHED", details: { max: 100 } });
  });
});

describe("an order", () => {
  test("that isn't paid, was canceled or refunded ships nothing", async ({ world }) => {
    const shop = await openShop(world);
    const unpaid = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    const ship = (id: string) => shop.staff.shipments.createShipment({ id, body: {} });
    await expect(ship(unpaid.id)).rejects.toMatchObject({
      code: "ORDER_NOT_PAID",
      details: { status: "PENDING" },
    });
    await shop.staff.orders.cancelOrder({ id: unpaid.id });
    await expect(ship(unpaid.id)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("was canceled"),
    });
    const { id } = await shop.buy(1);
    const pending = await shop.staff.shipments.createShipment({
      id,
      body: { status: "PENDING" },
    });
    await world.admin.query(
      "update shop.orders set payment_state = 'refunded', refunded_minor = paid_minor where id = $1",
      [id],
    );
    await expect(ship(id)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("was refunded"),
    });
    const shipped = { id: pending.id, body: { status: "SHIPPED" as const } };
    await expect(shop.staff.shipments.updateShipment(shipped)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });

  test("that doesn't exist, or has other items, is rejected, and so are shipments that don't exist", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const [one, other] = [await shop.buy(1), await shop.buy(1)];
    const pending = await one.ship({ status: "PENDING" });
    await one.cancel(pending.id);
    const wrong = { id: pending.id };
    const { shipments } = shop.staff;
    const missing = { code: "NOT_FOUND" };
    await expect(shipments.getShipment(wrong)).rejects.toMatchObject(missing);
    await expect(shipments.updateShipment({ ...wrong, body: {} })).rejects.toMatchObject(missing);
    await expect(shipments.cancelShipment(wrong)).rejects.toMatchObject(missing);
    await expect(shipments.getPackingSlip(wrong)).rejects.toMatchObject(missing);
    const { id } = wrong;
    await expect(shipments.createShipment({ id, body: {} })).rejects.toMatchObject(missing);
    await expect(shipments.listShipments({ id })).rejects.toMatchObject(missing);
    await expect(other.ship({ location: "nowhere" })).rejects.toMatchObject(missing);
    const items = [{ orderItemId: one.items[0]?.id ?? "", quantity: 1 }];
    await expect(other.ship({ items })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "items.0.orderItemId" }],
    });
    await expect(other.ship({ trackingUrl: "http://carrier.example/1" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "trackingUrl" }],
    });
  });

  test("ships once for one Idempotency-Key", async ({ world }) => {
    const shop = await openShop(world);
    const { id, shipments: listed } = await shop.buy(2);
    const { shipments } = shop.staff;
    const send = (quantity: number) =>
      shipments.createShipment(
        { id, body: { items: [{ orderItemId: items[0]?.id ?? "", quantity }] } },
        { idempotencyKey: "one" },
      );
    const { items } = await shop.staff.orders.getOrderWithItems({ id });
    const made = await Promise.all([send(1), send(1), send(1)]);
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    await expect(send(2)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(await listed()).toHaveLength(1);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a test order", () => {
  test("is shipped in TEST mode as a rehearsal that changes no stock, and not in LIVE", async ({
    world,
  }) => {
    const shop = await openShop(world, { environment: "TEST", shelf: 5 });
    const { ship, change, cancel, now, id } = await shop.buy(2);
    const pending = await ship({ status: "PENDING", location: "shelf" });
    expect(pending).toMatchObject({ environment: "TEST", lines: [{ location: "shelf" }] });
    await cancel(pending.id);
    const shipment = await ship();
    expect(shipment).toMatchObject({ environment: "TEST", lines: [{ location: "main" }] });
    await change(shipment.id, { status: "DELIVERED" });
    await change(shipment.id, { status: "RETURNED", restock: { location: "shelf" } });
    expect(await now()).toMatchObject({ environment: "TEST", returnState: "RETURNED" });
    expect(await shop.onHand()).toEqual({ main: 10, shelf: 5 });
    expect(await imbalances(world)).toEqual([]);
    const later = await shop.buy(1);
    await shop.owner.stores.updateStore({ id: shop.storeId, body: { environment: "LIVE" } });
    await expect(later.ship()).rejects.toMatchObject({
      code: "ORDER_NOT_PAID",
      message: expect.stringContaining("test order"),
    });
    expect(await timelineOf(world, id)).toHaveLength(5);
    expect(await imbalances(world)).toEqual([]);
  });
});
