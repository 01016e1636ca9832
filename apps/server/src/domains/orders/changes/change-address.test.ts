// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import { payAll, refundShop } from "../../refunds/refunds.fixture.ts";

const refusal = (code: string) => ({ code });
const texas = shippingAddress;
const california = { ...texas, city: "Los Angeles", region: "CA", postalCode: "90001" };
const oregon = { ...texas, city: "Portland", region: "OR", postalCode: "97201" };

/**
 * Creates a paid order of 33.34 * 3 + 10 that ships to Texas. The store's taxes differ by state: TX 8, CA 10, OR 0
 * percent.
 */
async function taxedOrder(world: World) {
  const shop = await refundShop(world, { taxBasisPoints: 800 });
  for (const [region, basisPoints] of [
    ["CA", 1000],
    ["OR", 0],
  ] as const)
    await world.admin.query(
      `insert into shop.tax_rates (store_id, id, name, country, region, basis_points)
       values ($1, gen_random_uuid(), 'Sales tax', 'US', $2, $3)`,
      [shop.storeId, region, basisPoints],
    );
  const items = [
    { variantId: shop.variantIds[0], quantity: 3 },
    { variantId: shop.variantIds[1], quantity: 1 },
  ];
  const body = { items, email: "ada@example.com", shippingAddress: texas };
  const placed = await world.client().orders.createOrder({ storeId: shop.storeId, body });
  const order = { ...placed, buyer: world.client({ orderKey: placed.orderKey }) };
  await payAll(order);
  return { shop, order, orders: shop.staff.orders };
}

test("to a region with a higher tax, the address changes once the buyer has paid the difference", async ({
  world,
}) => {
  const { order, orders, shop } = await taxedOrder(world);
  const { id, total, tax } = order;
  const body = { shippingAddress: california };
  const preview = await orders.updateOrderAddresses({ id, preview: true, body });
  expect(preview.shippingAddress).toEqual(california);
  expect(preview.tax).toBeGreaterThan(tax);
  const due = Math.round((preview.total - total) * 100) / 100;
  expect(preview.openChange?.due).toBe(due);
  const open = await orders.updateOrderAddresses({ id, body: { ...body, total: preview.total } });
  expect(open).toMatchObject({ total, shippingAddress: texas, openChange: { due } });
  await payAll(order);
  expect(await orders.getOrder({ id })).toMatchObject({
    total: preview.total,
    tax: preview.tax,
    shippingAddress: california,
    openChange: null,
  });
  await shop.staff.refunds.refundOrder({ id, body: {} });
  expect(await orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
  expect(await imbalances(world)).toEqual([]);
});

test("to a region with a lower tax, the address changes immediately and the difference is refunded", async ({
  world,
}) => {
  const { order, orders } = await taxedOrder(world);
  const { id, tax, total } = order;
  const body = { shippingAddress: oregon };
  await expect(orders.updateOrderAddresses({ id, body: { ...body, total } })).rejects.toMatchObject(
    refusal("TOTAL_CHANGED"),
  );
  expect(await orders.updateOrderAddresses({ id, body })).toMatchObject({
    tax: 0,
    refunded: tax,
    shippingAddress: oregon,
  });
  const { items: events } = await orders.listOrderEvents({ id });
  expect(events.map(({ kind }) => kind)).toContain("address-changed");
  expect(JSON.stringify(events)).not.toContain("Portland");
  expect(await imbalances(world)).toEqual([]);
});

test("an order's region can't change once a part has been shipped or refunded, or to an unserved region", async ({
  world,
}) => {
  const { order, orders, shop } = await taxedOrder(world);
  const { id } = order;
  const nowhere = { ...texas, country: "AQ" as never, region: "" };
  await expect(
    orders.updateOrderAddresses({
      id,
      body: { shippingAddress: california, shippingRateId: id },
    }),
  ).rejects.toMatchObject(refusal("SHIPPING_UNAVAILABLE"));
  await world.admin.query("delete from shop.shipping_areas where store_id = $1 and country = '*'", [
    shop.storeId,
  ]);
  await expect(
    orders.updateOrderAddresses({ id, body: { shippingAddress: nowhere } }),
  ).rejects.toMatchObject(refusal("SHIPPING_UNAVAILABLE"));
  const lines = [{ itemId: order.items[1]?.id ?? "", quantity: 1 }];
  await shop.staff.refunds.refundOrder({ id, body: { lines } });
  await expect(
    orders.updateOrderAddresses({ id, body: { shippingAddress: california } }),
  ).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
  expect(await imbalances(world)).toEqual([]);
});
