import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { openShop } from "./shipments.fixture.ts";

const secret = "LOVELACE-1815";

test("a customer's export contains their shipments, and erasing the customer leaves no tracking number", async ({
  world,
}) => {
  const shop = await openShop(world);
  const order = await shop.buy(2);
  const items = [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }];
  const parcel = { items, carrier: "DPD", trackingNumber: secret };
  const canceled = await order.ship({ ...parcel, status: "PENDING" });
  await order.cancel(canceled.id);
  const trackingUrl = `https://track.example/${secret}`;
  const shipment = await order.ship({ ...parcel, trackingUrl });
  await order.change(shipment.id, { trackingNumber: `${secret} B`, status: "DELIVERED" });
  await order.ship();
  const staff = await member(world, shop.storeId, ["MANAGE_CUSTOMERS"]);
  const { items: customers } = await staff.customers.listCustomers({ storeId: shop.storeId });
  const customer = { id: customers[0]?.id ?? "" };
  const { orders } = await staff.customers.exportCustomer(customer);
  expect(orders[0]?.shipments).toMatchObject([
    { carrier: "DPD", trackingNumber: `${secret} B`, trackingUrl, status: "DELIVERED" },
    { carrier: null },
  ]);
  expect(orders[0]?.shipments[0]?.lines[0]).not.toHaveProperty("location");

  await staff.customers.eraseCustomer(customer);
  for (const table of ["shipments", "audit_entries", "order_events", "idempotency_keys", "mails"]) {
    const { rowCount } = await world.admin.query(
      `select from shop.${table} t where t::text like '%' || $1 || '%'`,
      [secret],
    );
    expect([table, rowCount]).toEqual([table, 0]);
  }
  expect(await shop.staff.shipments.getShipment({ id: shipment.id })).toMatchObject({
    carrier: "DPD",
    trackingNumber: null,
    status: "DELIVERED",
  });
});
