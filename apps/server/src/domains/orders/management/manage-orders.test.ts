import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { workOf } from "#tests/work-of.ts";
import { test } from "#tests/world.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import { paidOrder, refundShop, settle } from "../../refunds/refunds.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";
import { managedShop } from "./managed-orders.fixture.ts";

const refusal = (code: string) => ({ code });
const ifMatch = (version: number) => ({ headers: { "If-Match": `"${version}"` } });

test("tags and the email of an order can be changed, and the timeline shows who did it", async ({
  world,
}) => {
  const { staff, paid, order: place } = await managedShop(world);
  const { id, version } = await paid();
  const { orders } = staff;
  const body = { tags: ["Gift", "gift ", "VIP"], email: "Grace@example.com" };
  const changed = await orders.updateOrder({ id, body }, ifMatch(version));
  expect(changed).toMatchObject({
    tags: ["gift", "vip"],
    customer: { email: "grace@example.com" },
    // Changing the email also revokes the order's links.
    version: version + 2,
  });
  expect(await orders.updateOrder({ id, body })).toEqual(changed);
  expect(await orders.getOrder({ id })).toEqual(changed);
  const { items, total } = await orders.listOrderEvents({ id });
  expect(items.map(({ kind, by }) => `${kind} ${by.kind} ${by.name ?? ""}`)).toEqual([
    `tags-changed user Ada`,
    "link-revoked user Ada",
    `details-changed user Ada`,
    "payment system ",
    "placed shopper ",
  ]);
  expect(total).toBe(5);
  expect(items[3]?.data).toMatchObject({ status: "COMPLETED", amount: changed.total });
  expect((await orders.listOrderEvents({ id, limit: 1, page: 2 })).items).toEqual([items[1]]);
  await expect(
    orders.updateOrder({ id, body: { tags: [] } }, ifMatch(version)),
  ).rejects.toMatchObject({
    ...refusal("EDIT_CONFLICT"),
    details: { tags: ["gift", "vip"] },
  });
  const { orderKey, ...own } = await place(world.client());
  const buyer = world.client({ orderKey });
  expect(await buyer.orders.getOrder({ id: own.id })).not.toHaveProperty("tags");
});

describe("an order's status", () => {
  test("can be set directly only to COMPLETED, once everything has been shipped", async ({
    world,
  }) => {
    const { staff, paid } = await managedShop(world);
    const { id } = await paid();
    const { orders } = staff;
    for (const status of ["PENDING", "FULFILLED", "CANCELLED", "REFUNDED", "COMPLETED"] as const)
      await expect(orders.updateOrder({ id, body: { status } })).rejects.toMatchObject({
        ...refusal("INVALID_TRANSITION"),
        details: { status: "PAID" },
      });
    await staff.shipments.createShipment({ id, body: {} });
    expect(await orders.updateOrder({ id, body: { status: "COMPLETED" } })).toMatchObject({
      status: "COMPLETED",
    });
    await expect(orders.updateOrder({ id, body: { status: "PAID" } })).rejects.toMatchObject(
      refusal("INVALID_TRANSITION"),
    );
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("addresses", () => {
  test("can be changed until the order is shipped", async ({ world }) => {
    const { staff, paid } = await managedShop(world);
    const { id, version } = await paid();
    const { orders } = staff;
    const moved = { ...shippingAddress, address: "2 Difference Road", region: "texas" };
    const changed = await orders.updateOrderAddresses(
      { id, body: { shippingAddress: moved } },
      ifMatch(version),
    );
    expect(changed.shippingAddress).toEqual(moved);
    expect(changed.billingAddress).toEqual(shippingAddress);
    await expect(
      orders.updateOrderAddresses({ id, body: { billingAddress: moved } }, ifMatch(version)),
    ).rejects.toMatchObject(refusal("EDIT_CONFLICT"));
    const elsewhere = { ...shippingAddress, region: "CA" };
    expect(
      await orders.updateOrderAddresses({ id, body: { billingAddress: elsewhere } }),
    ).toMatchObject({ billingAddress: elsewhere, shippingAddress: moved });
    await staff.shipments.createShipment({ id, body: {} });
    await expect(
      orders.updateOrderAddresses({ id, body: { shippingAddress } }),
    ).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    const { rows } = await world.admin.query<{ data: unknown }>(
      "select data from shop.order_events where order_id = $1",
      [id],
    );
    expect(JSON.stringify(rows)).not.toContain("Difference Road");
  });
});

test("an order can't be deleted until its refund has ended", async ({ world }) => {
  const shop = await refundShop(world);
  const { orders, refunds } = shop.staff;
  const { id } = await paidOrder(world, shop);
  await refunds.refundOrder({ id, body: { amount: 10.09 } });
  // The provider completes this refund of 99.93 later.
  await orders.cancelOrder({ id });
  await expect(orders.deleteOrder({ id })).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
  await settle(world);
  await orders.deleteOrder({ id });
});

test("ended orders can be deleted and restored; open orders can't be deleted", async ({
  world,
}) => {
  const { staff, order: place, storeId } = await managedShop(world);
  const { orders } = staff;
  const { id, orderKey } = await place(world.client());
  await expect(orders.deleteOrder({ id })).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
  await world.client({ orderKey }).orders.cancelOrder({ id });
  await expect(orders.deleteOrder({ id }, ifMatch(99))).rejects.toMatchObject(
    refusal("EDIT_CONFLICT"),
  );
  await orders.deleteOrder({ id });
  await expect(orders.deleteOrder({ id })).rejects.toMatchObject(refusal("NOT_FOUND"));
  const shown = async (includeDeleted: boolean) =>
    (await orders.listOrders({ storeId, includeDeleted })).items.map((item) => item.deletedAt);
  expect(await shown(false)).toEqual([]);
  expect(await shown(true)).toEqual([expect.any(String)]);
  expect((await orders.restoreOrder({ id })).deletedAt).toBeNull();
  expect(await shown(false)).toEqual([null]);
  await expect(orders.restoreOrder({ id })).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
});

test("a note can be read only by staff, and is erased with the customer's data", async ({
  world,
}) => {
  const { staff, stranger, paid, storeId } = await managedShop(world);
  const { id, orderKey } = await paid();
  const note = await staff.orders.createOrderNote({
    id,
    body: { text: "Ring twice.\nBlue door" },
  });
  expect(note).toMatchObject({
    kind: "note",
    text: "Ring twice.\nBlue door",
    by: { name: "Ada" },
  });
  expect((await staff.orders.listOrderEvents({ id, limit: 1 })).items).toEqual([note]);
  const buyer = world.client({ orderKey });
  await expect(buyer.orders.listOrderEvents({ id })).rejects.toMatchObject({ statusCode: 401 });
  for (const call of [
    () => stranger.orders.listOrderEvents({ id }),
    () => stranger.orders.createOrderNote({ id, body: { text: "Mine" } }),
    () => stranger.orders.sendOrderMail({ id, body: { template: "order-confirmation" } }),
    () => stranger.orders.updateOrder({ id, body: { tags: ["mine"] } }),
  ])
    await expect(call()).rejects.toMatchObject(refusal("NOT_FOUND"));
  await staff.shipments.createShipment({ id, body: {} });
  const customers = await member(world, storeId, ["MANAGE_CUSTOMERS"]);
  const { items } = await customers.customers.listCustomers({ storeId });
  await customers.customers.eraseCustomer({ id: items[0]?.id ?? "" });
  const { rows } = await world.admin.query(
    "select kind, text from shop.order_events where kind = 'note'",
  );
  expect(rows).toEqual([{ kind: "note", text: null }]);
});

test("notes are limited, and the size of a page of events is calculated before it is read", async ({
  world,
}) => {
  const { staff, paid } = await managedShop(world);
  const { id } = await paid();
  await world.admin.query(
    `insert into shop.order_events (store_id, id, order_id, kind, actor_kind, text, data)
     select store_id, gen_random_uuid(), id, 'note', 'system', repeat('n', 1000), jsonb_build_object('lines', repeat('l', 20000))
     from shop.orders, generate_series(1, 500) where id = $1`,
    [id],
  );
  await expect(staff.orders.createOrderNote({ id, body: { text: "Mine" } })).rejects.toMatchObject({
    code: "LIMIT_REACHED",
    details: { max: 500 },
  });
  const { statements } = await workOf(async () => {
    await expect(staff.orders.listOrderEvents({ id, limit: 100 })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
  expect(statements.filter((text) => text.includes("actor_name"))).toEqual([]);
  expect((await staff.orders.listOrderEvents({ id, limit: 20 })).items).toHaveLength(20);
});

test("the confirmation can be sent again, to the order's current email address", async ({
  world,
}) => {
  const { staff, paid, order: place } = await managedShop(world);
  const { id } = await paid();
  const { orders } = staff;

  const sent = async () =>
    (await world.admin.query<{ recipient: string }>("select recipient from shop.mails order by id"))
      .rows;
  const before = (await sent()).length;
  await orders.updateOrder({ id, body: { email: "new@example.com" } });
  const body = { template: "order-confirmation" as const };
  expect(await orders.sendOrderMail({ id, body })).toEqual({ to: "new@example.com" });
  expect((await sent()).slice(before)).toEqual([{ recipient: "new@example.com" }]);
  const unpaid = await place(world.client());
  await expect(orders.sendOrderMail({ id: unpaid.id, body })).rejects.toMatchObject(
    refusal("INVALID_TRANSITION"),
  );
});
