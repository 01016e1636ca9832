// @module-tag slow

import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { shippingAddress } from "../customers/customers.fixture.ts";
import { newId } from "../../platform/id.ts";
import { takeMailShare } from "../../platform/mail/mail-shares.ts";
import { mayStoreSend } from "../../platform/mail/store-mail-limits.ts";
import { draftShop } from "../draft-orders/drafts.fixture.ts";
import { paidOrder, refundShop } from "../refunds/refunds.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });

/** Sets how many emails a rate limit's bucket has counted, for this hour and the next. */
const counted = (world: World, bucket: string, calls: number) =>
  world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('hour', now()) + n * interval '1 hour', $2 from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set calls = $2`,
    [bucket, calls],
  );

test("orders that staff record as paid don't raise the limits of a store's mails", async ({
  world,
}) => {
  const { storeId, small, staff } = await draftShop(world);
  await world.admin.query("update shop.stores set environment = 'LIVE' where id = $1", [storeId]);
  world.services.directory.forget();
  await counted(world, `store mail order-confirmation rest ${storeId}`, 98);
  const sent: boolean[] = [];
  for (const name of ["one", "two", "three"]) {
    const to = `${name}@elsewhere.example`;
    const { id } = await staff.draftOrders.createDraftOrder({
      storeId,
      body: {
        items: [{ variantId: small, quantity: 1 }],
        email: to,
        shippingAddress,
      },
    });
    await staff.draftOrders.convertDraftOrder({ id });
    await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
    const job = { id: newId(), storeId, to, data: { orderId: id }, createdAt: new Date() };
    sent.push(await mayStoreSend(world.services, { ...job, template: "order-confirmation" }));
  }
  expect(sent).toEqual([true, true, false]);
});

test("an order paid with real money mails without limits only to the address it had then, and each mail once", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id } = await paidOrder(world, shop);
  const { orders } = shop.staff;
  for (let i = 0; i < 7; i += 1)
    await orders.sendOrderMail({ id, body: { template: "order-confirmation" } });
  // The confirmation itself, and five that staff sent again.
  expect(await world.sendMails()).toHaveLength(6);
  const sentOfSeven = async (to: string) => {
    let sent = 0;
    for (let i = 0; i < 7; i += 1) {
      const job = { storeId: shop.storeId, to, data: { orderId: id }, createdAt: new Date() };
      const template = "order-confirmation";
      if (await mayStoreSend(world.services, { ...job, id: newId(), template })) sent += 1;
    }
    return sent;
  };
  expect(await sentOfSeven("ada@example.com")).toBe(7);
  const victim = "victim@elsewhere.example";
  await orders.updateOrder({ id, body: { email: victim } });
  expect(await sentOfSeven(victim)).toBe(5);
});

test("a new account's store sends no more shipping mails for orders recorded as paid than for other orders", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await counted(world, `store mail order-shipped rest ${storeId}`, 24);
  const ship = (isEstablished: boolean) =>
    takeMailShare(world.services, {
      storeId,
      kind: "order-shipped",
      facts: {
        has_sold: false,
        owner: newId(),
        is_established: isEstablished,
        is_staff: false,
        is_contact: false,
        is_paid: false,
        is_recorded: true,
        callers: [],
      },
    });
  expect([await ship(false), await ship(false), await ship(true)]).toEqual([
    "taken",
    "sum",
    "taken",
  ]);
});

test("mails about canceled and changed orders without a payment are limited for each mailbox", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  for (let i = 0; i < 7; i += 1) {
    const body = { items, email: "victim@elsewhere.example" };
    const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
    const { orders, payments } = world.client({ orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    await orders.cancelOrder({ id });
  }
  // Five confirmations, and five emails about changes or cancellations.
  expect(await world.sendMails()).toHaveLength(10);
});
