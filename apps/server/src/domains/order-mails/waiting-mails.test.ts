// @module-tag slow

import type { OrderMail } from "@vetrina/contract/orders/order-management";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { paidOrder, payAll, placeOrder, refundShop } from "../refunds/refunds.fixture.ts";

const [buyer, other] = ["ada@example.com", "other@evil.example"];
const confirmation = { template: "order-confirmation" } as const;

/** Sends the waiting emails and returns their recipients. */
async function recipients(world: World): Promise<string[]> {
  const before = world.mails.length;
  return (await world.sendMails()).slice(before).map(({ to }) => to);
}

/** Returns the outcome of each email to this address; null for those that are still waiting. */
async function outcomesOf(world: World, to: string): Promise<(string | null)[]> {
  const { rows } = await world.admin.query<{ outcome: string | null }>(
    "select outcome from shop.mails where recipient = $1 order by id",
    [to],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Makes the next delivery fail, as a server that delays unknown senders does. */
function failOnce({ services }: World): void {
  const { mailer } = services;
  services.mailer = {
    ...mailer,
    send() {
      services.mailer = mailer;
      return Promise.reject(new Error("451 try again later"));
    },
  };
}

test("a waiting mail to an address that the order had only briefly is dropped", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { orders } = shop.staff;
  const { id } = await paidOrder(world, shop);
  await world.sendMails();
  await orders.updateOrder({ id, body: { email: other } });
  await orders.sendOrderMail({ id, body: confirmation });
  await orders.updateOrder({ id, body: { email: buyer } });
  expect(await recipients(world)).toEqual([]);
  expect(await outcomesOf(world, other)).toEqual(["dropped"]);
});

test("a mail whose delivery was delayed is dropped once the order's email is corrected", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { orders } = shop.staff;
  const order = await paidOrder(world, shop);
  const { id } = order;
  failOnce(world);
  expect(await recipients(world)).toEqual([]);
  expect(await outcomesOf(world, buyer)).toEqual([null]);
  await orders.updateOrder({ id, body: { email: "ada@right.example" } });
  await makeDue(world);
  expect(await recipients(world)).toEqual([]);
  expect(await outcomesOf(world, buyer)).toEqual(["dropped"]);
  // Staff send the confirmation to the corrected address, with the new link.
  await orders.sendOrderMail({ id, body: confirmation });
  expect(await recipients(world)).toEqual(["ada@right.example"]);
  const [, key = ""] = /\/order#[\w-]+\.([\w-]{43})/.exec(world.mails.at(-1)?.text ?? "") ?? [];
  await world.client({ orderKey: key }).orders.openOrder({ id });
  await expect(order.buyer.orders.openOrder({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a mail about an unpaid order, whose links keep working, isn't sent to its former email either", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { orders } = shop.staff;
  const { id } = await placeOrder(world, shop);
  await orders.updateOrder({ id, body: { email: other } });
  await orders.cancelOrder({ id, body: {} });
  await orders.sendOrderMail({ id, body: { template: "order-canceled" } });
  await orders.updateOrder({ id, body: { email: buyer } });
  expect(await recipients(world)).toEqual([]);
  expect(await outcomesOf(world, other)).not.toContain("sent");
});

test("no kind of mail revives a revoked link, and a mail that is sent again has the new link", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { orders, refunds, shipments } = shop.staff;
  const order = await paidOrder(world, shop);
  const { id } = order;
  await orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
  });
  await payAll(order);
  const shipment = await shipments.createShipment({ id, body: {} });
  await shipments.updateShipment({ id: shipment.id, body: { status: "DELIVERED" } });
  await refunds.refundOrder({ id, body: { amount: 5 } });
  const canceled = await paidOrder(world, shop);
  await orders.cancelOrder({ id: canceled.id, body: {} });
  for (const one of [order, canceled]) await orders.revokeOrderLinks({ id: one.id, body: {} });
  expect(await recipients(world)).toEqual([]);
  // Six emails about the order: confirmation, change (open, then paid), shipment, delivery and refund. Three about the
  // canceled order.
  expect(await outcomesOf(world, buyer)).toEqual(Array.from({ length: 9 }, () => "dropped"));
  const templates: OrderMail[] = [
    "order-confirmation",
    "order-changed",
    "order-shipped",
    "order-delivered",
    "order-refunded",
  ];
  // Uses another address, because only a few emails about test orders are sent to any one address.
  for (const one of [order, canceled])
    await orders.updateOrder({ id: one.id, body: { email: "new@example.com" } });
  for (const template of templates) await orders.sendOrderMail({ id, body: { template } });
  await orders.sendOrderMail({ id: canceled.id, body: { template: "order-canceled" } });
  expect(await recipients(world)).toHaveLength(6);
});

test("mails that an earlier version queued are sent if the order still has their address", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { id } = await paidOrder(world, shop);
  expect(await recipients(world)).toEqual([buyer]);
  await shop.staff.orders.revokeOrderLinks({ id, body: {} });
  const ctx = await world.system(shop.storeId);
  await ctx.tx(async (tx) => {
    const mail = { template: "order-confirmation", data: { orderId: id } } as const;
    // An email address from a wallet is queued as its owner wrote it, but the order stores it in lower case.
    for (const to of ["Ada@Example.com", other]) await enqueueMail(tx, { ...mail, to });
  });
  expect(await recipients(world)).toEqual(["Ada@Example.com"]);
});
