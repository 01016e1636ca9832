import { maxShownPayments } from "@vetrina/contract/orders/orders";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { onHand, paidOrder, placeOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";

test("if staff cancel a paid order, its units, its use of a code and its money are returned immediately", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId, variantIds } = shop;
  const discountId = newId();
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value, usage_limit) values ($1, $2, 'ONE', 'PERCENTAGE', 1000, 1)`,
    [storeId, discountId],
  );
  const items = [{ variantId: variantIds[0], quantity: 2 }];
  const made = await world.client().orders.createOrder({
    storeId,
    body: { items, email: "ada@example.com", discountCode: "ONE" },
  });
  const { id, total } = made;
  const buyer = world.client({ orderKey: made.orderKey });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  const body = { provider: "other", paymentIntentId: intent.id };
  await buyer.payments.processPayment({ id, body });
  expect(await onHand(world, variantIds[0])).toBe(98);

  const canceled = await staff.orders.cancelOrder({ id, body: { reason: "Lost parcel" } });
  expect(canceled).toMatchObject({ status: "REFUNDED", paymentState: "REFUNDED", refunded: total });
  expect(canceled.canceledAt).not.toBeNull();
  expect(await onHand(world, variantIds[0])).toBe(100);
  const { rows } = await world.admin.query("select used from shop.discounts where id = $1", [
    discountId,
  ]);
  expect(rows).toEqual([{ used: 0 }]);
  // Canceling again changes nothing.
  await staff.orders.cancelOrder({ id });
  expect(await onHand(world, variantIds[0])).toBe(100);
  const events = await world.admin.query<{ kind: string; text: string | null }>(
    "select kind, text from shop.order_events where order_id = $1 order by id",
    [id],
  );
  expect(events.rows).toEqual([
    { kind: "refund-started", text: "Lost parcel" },
    { kind: "canceled", text: "Lost parcel" },
    { kind: "refunded", text: null },
  ]);
  const mails = (await world.sendMails()).map(({ subject }) => subject);
  expect(mails).toEqual([
    expect.stringContaining("Your order"),
    expect.stringMatching(/^Your order .* was canceled$/),
    expect.stringMatching(/^Refund for your order /),
  ]);
  expect(await imbalances(world)).toEqual([]);
});

test("canceling puts no units in stock that a refund left out of stock", async ({ world }) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  const { id, items, buyer } = await paidOrder(world, shop);
  const lines = [{ itemId: items[0]?.id ?? "", quantity: 1, restock: false }];
  await staff.refunds.refundOrder({ id, body: { lines } });
  await buyer.orders.cancelOrder({ id });
  expect(await onHand(world, variantIds[0])).toBe(99);
  expect(await onHand(world, variantIds[1])).toBe(100);
  expect(await imbalances(world)).toEqual([]);
});

test("units and money are not returned twice, and options can keep stock or money unreturned", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  const first = await paidOrder(world, shop);
  const lines = [{ itemId: first.items[0]?.id ?? "", quantity: 2, restock: true }];
  await staff.refunds.refundOrder({ id: first.id, body: { lines } });
  expect(await onHand(world, variantIds[0])).toBe(99);
  await staff.orders.cancelOrder({ id: first.id });
  expect(await onHand(world, variantIds[0])).toBe(100);
  expect(await staff.orders.getOrder({ id: first.id })).toMatchObject({
    refunded: first.total,
  });

  const second = await paidOrder(world, shop);
  expect(
    await staff.orders.cancelOrder({
      id: second.id,
      body: { restock: false, refund: false, notify: false },
    }),
  ).toMatchObject({ status: "CANCELLED", refunded: 0, paid: second.total });
  expect(await onHand(world, variantIds[0])).toBe(97);
  // The payment can still be refunded later.
  await staff.refunds.refundOrder({ id: second.id, body: { restock: true } });
  expect(await onHand(world, variantIds[0])).toBe(100);
  await expect(
    staff.orders.cancelOrder({ id: (await paidAndRefunded()).id }),
  ).rejects.toMatchObject({ code: "INVALID_TRANSITION", details: { status: "REFUNDED" } });
  expect(await imbalances(world)).toEqual([]);

  async function paidAndRefunded() {
    const order = await paidOrder(world, shop);
    await staff.refunds.refundOrder({ id: order.id, body: { restock: true } });
    return order;
  }
});

test("an order that is at least partly fulfilled can't be canceled", async ({ world }) => {
  const shop = await refundShop(world);
  const { id } = await paidOrder(world, shop);
  await world.admin.query(
    `with shipped as (update shop.order_items set fulfilled_quantity = 1 where order_id = $1)
     update shop.orders set fulfillment_state = 'partial' where id = $1`,
    [id],
  );
  await expect(shop.staff.orders.cancelOrder({ id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
    details: { status: "PAID" },
  });
});

test("canceling a test order releases its units and does not change stock", async ({ world }) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { id, total } = await paidOrder(world, shop);
  expect(await shop.staff.orders.cancelOrder({ id })).toMatchObject({
    status: "REFUNDED",
    refunded: total,
  });
  const { rows } = await world.admin.query(
    "select sum(reserved)::int as reserved, sum(on_hand)::int as units from shop.inventory_levels",
  );
  expect(rows).toEqual([{ reserved: 0, units: 200 }]);
  expect(await imbalances(world)).toEqual([]);
  const mails = (await world.sendMails()).map(({ subject }) => subject);
  expect(mails.every((subject) => subject.startsWith("Test order"))).toBe(true);
});

test("a call for an unpaid order never cancels one that is paid, whoever makes it", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  const body = { unpaidOnly: true };
  const refused = { code: "INVALID_TRANSITION", details: { status: "PAID" } };
  const { id, total, buyer } = await paidOrder(world, shop);
  for (const { orders } of [buyer, staff])
    await expect(orders.cancelOrder({ id, body })).rejects.toMatchObject(refused);
  expect(await buyer.orders.getOrder({ id })).toMatchObject({ paid: total, refunded: 0 });
  expect((await world.admin.query("select from shop.refunds")).rowCount).toBe(0);

  // A rejected call doesn't cancel the open payment of a change either.
  const items = [{ variantId: variantIds[0], quantity: 1 }];
  await staff.orders.updateOrderItems({ id, body: { items } });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await expect(buyer.orders.cancelOrder({ id, body })).rejects.toMatchObject(refused);
  await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  await buyer.payments.processPayment({
    id,
    body: { provider: "other", paymentIntentId: intent.id },
  });

  const partly = await placeOrder(world, shop);
  const method = "CASH" as const;
  await staff.transactions.createTransaction({ body: { orderId: partly.id, amount: 20, method } });
  await expect(staff.orders.cancelOrder({ id: partly.id, body })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });

  const unpaid = await placeOrder(world, shop);
  const canceled = await unpaid.buyer.orders.cancelOrder({ id: unpaid.id, body });
  expect(canceled).toMatchObject({ status: "CANCELLED" });
  await staff.orders.cancelOrder({ id: unpaid.id, body });
  expect(await imbalances(world)).toEqual([]);
});

test("a partly paid order can be canceled only by staff, and the paid part is refunded", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  const { id, buyer } = await placeOrder(world, shop);
  const method = "CASH" as const;
  await staff.transactions.createTransaction({ body: { orderId: id, amount: 20, method } });
  expect(await staff.orders.getOrder({ id })).toMatchObject({ paid: 20, expiresAt: null });
  await expect(buyer.orders.cancelOrder({ id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  await staff.orders.cancelOrder({ id });
  expect(await staff.orders.getOrder({ id })).toMatchObject({
    status: "CANCELLED",
    paid: 20,
    refunded: 20,
  });
  expect(await onHand(world, variantIds[0])).toBe(100);
  expect(await settle(world)).toBe(0);
  expect(await imbalances(world)).toEqual([]);
});

test("an order with an old manual payment doesn't offer its buyer to cancel it", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id } = await placeOrder(world, shop);
  const { orders, transactions } = shop.staff;
  await transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  await world.admin.query(
    `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
     select store_id, overlay('ffffffff-ffff-7fff-bfff-ffffffffffff' placing lpad(n::text, 12, '0') from 25)::uuid, order_id, 'OTHER',
       environment, n::text, 1, currency, 'completed' from shop.payments, generate_series(1, ${maxShownPayments}) n where order_id = $1`,
    [id],
  );
  const { payments, changes } = await orders.getOrderWithItems({ id });
  expect(payments.map(({ method }) => method)).not.toContain("CASH");
  expect(changes.cancel).toBe(false);
});

test("a repeated key cancels once, and the same key for another order is rejected", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const first = await paidOrder(world, shop);
  const second = await placeOrder(world, shop);
  const cancel = (id: string) =>
    shop.staff.orders.cancelOrder({ id }, { idempotencyKey: "cancel" });
  await Promise.all([cancel(first.id), cancel(first.id)]);
  await cancel(first.id);
  await expect(cancel(second.id)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  expect(await second.buyer.orders.getOrder({ id: second.id })).toMatchObject({
    status: "PENDING",
  });
  expect((await world.admin.query("select from shop.refunds")).rowCount).toBe(1);
  expect(await imbalances(world)).toEqual([]);
});

test("staff who keep money or units don't cancel an order that the same call finds paid", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  const deposit = (orderId: string) =>
    staff.transactions.createTransaction({ body: { orderId, amount: 20, method: "CASH" } });
  for (const [body, paidBefore] of [
    [{ refund: false }, false],
    [{ restock: false }, false],
    [{ refund: false, restock: false }, true],
  ] as const) {
    const { id, total, buyer } = await placeOrder(world, shop);
    if (paidBefore) await deposit(id);
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    // The buyer pays at the provider, whose webhook hasn't arrived yet.
    await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
      intent.id,
    ]);
    await expect(staff.orders.cancelOrder({ id, body })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: "The buyer has just paid this order. Load the order again.",
      details: { status: "PAID" },
    });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: total });
    // Now that the payment is known, staff can decide about it.
    expect(await staff.orders.cancelOrder({ id, body })).toMatchObject({ paid: total });
  }
  // If staff keep neither the money nor the units, the order is canceled even though the buyer has just paid it.
  const { id, total, buyer } = await placeOrder(world, shop);
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
    intent.id,
  ]);
  expect(await staff.orders.cancelOrder({ id })).toMatchObject({ paid: total, refunded: total });
  // The units of the two orders that were canceled with `restock: false` stay sold.
  expect(await onHand(world, variantIds[0])).toBe(94);
  expect(await imbalances(world)).toEqual([]);
});

test("staff cancel a refunded order to put its unsent units back into stock, once", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, variantIds } = shop;
  await world.admin.query("update shop.variants set price_minor = 0 where id = $1", [
    variantIds[1],
  ]);
  const { id, items, total, buyer } = await paidOrder(world, shop);
  const lines = [{ itemId: items[0]?.id ?? "", quantity: 3, restock: true }];
  await staff.refunds.refundOrder({ id, body: { lines } });
  expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
  expect([await onHand(world, variantIds[0]), await onHand(world, variantIds[1])]).toEqual([
    100, 99,
  ]);
  await expect(buyer.orders.cancelOrder({ id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  const canceled = await staff.orders.cancelOrder({ id, body: { notify: false } });
  expect(canceled).toMatchObject({ status: "REFUNDED", refunded: total });
  expect(canceled.canceledAt).not.toBeNull();
  await staff.orders.cancelOrder({ id });
  expect([await onHand(world, variantIds[0]), await onHand(world, variantIds[1])]).toEqual([
    100, 100,
  ]);

  // The same holds for an order whose refund was an amount without units.
  const other = await paidOrder(world, shop);
  await staff.refunds.refundOrder({ id: other.id, body: { amount: other.total } });
  expect(await staff.orders.cancelOrder({ id: other.id })).toMatchObject({ status: "REFUNDED" });
  expect([await onHand(world, variantIds[0]), await onHand(world, variantIds[1])]).toEqual([
    100, 100,
  ]);
  const { rows } = await world.admin.query("select count(*)::int as n from shop.refunds");
  expect(rows).toEqual([{ n: 2 }]);
  expect(await imbalances(world)).toEqual([]);
});
