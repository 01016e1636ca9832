import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { readMigrations } from "../../platform/database/schema-files.ts";
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

test("the audit log names changed tracking numbers, but contains none", async ({ world }) => {
  const shop = await openShop(world);
  const order = await shop.buy(1);
  const trackingUrl = `https://track.example/${secret}`;
  const { id } = await order.ship({ carrier: "DPD", trackingNumber: secret, trackingUrl });
  await order.change(id, { trackingNumber: `${secret} B`, carrier: "UPS" });
  await order.change(id, { trackingUrl: null, status: "DELIVERED" });
  const { logging } = await member(world, shop.storeId, ["MANAGE_SETTINGS"]);
  const of = { storeId: shop.storeId, entityType: "shipment" };
  const { items } = await logging.listAuditEntries(of);
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    [
      { status: "SHIPPED", carrier: "UPS" },
      { status: "DELIVERED", changed: ["trackingUrl"] },
    ],
    [
      { status: "SHIPPED", carrier: "DPD" },
      { carrier: "UPS", changed: ["trackingNumber"] },
    ],
    [null, expect.objectContaining({ carrier: "DPD", changed: ["trackingNumber", "trackingUrl"] })],
  ]);
  expect(JSON.stringify(items)).not.toContain(secret);
});

test("migration 0050 removes tracking numbers from earlier entries", async ({ world }) => {
  const shop = await openShop(world);
  const earlier = `{"status": "SHIPPED", "trackingNumber": "${secret}", "trackingUrl": null}`;
  await world.admin.query(
    `insert into shop.audit_entries (store_id, id, actor_kind, action, entity_type, before, after)
     values ($1, gen_random_uuid(), 'system', 'UPDATE', 'shipment', $2, $2),
       ($1, gen_random_uuid(), 'system', 'CREATE', 'shipment', null, $2)`,
    [shop.storeId, earlier],
  );
  const migration = (await readMigrations()).find(({ path }) => path.includes("0050_"));
  await world.admin.query(migration?.text ?? "");
  const { rows } = await world.admin.query<{ before: unknown; after: unknown }>(
    "select before, after from shop.audit_entries where entity_type = 'shipment' order by action",
  );
  const left = { status: "SHIPPED" };
  expect(rows).toEqual([
    { before: null, after: left },
    { before: left, after: left },
  ]);
});
