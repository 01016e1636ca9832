// @module-tag slow

import { LanguageCode } from "@vetrina/contract/enumerations";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { enqueueMail } from "../../../platform/mail/enqueue-mail.ts";
import { mailJobTypes } from "../../../platform/mail/mail-job-types.ts";
import { address, openShop } from "../../shipments/shipments.fixture.ts";
import { paidOrder, payAll, placeOrder, refundShop } from "../../refunds/refunds.fixture.ts";

const to = "ada@example.com";
const languages = LanguageCode.options;

test("the mails about a change are written in each of the thirteen languages", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id: orderId, orderNumber } = await paidOrder(world, shop);
  const items = [{ variantId: shop.variantIds[1], quantity: 2 }];
  await shop.staff.orders.updateOrderItems({ id: orderId, body: { items, notify: false } });
  await world.sendMails();
  world.mails.length = 0;
  const ctx = await world.system(shop.storeId);
  await ctx.tx(async (tx) => {
    for (const language of languages)
      for (const state of ["open", "applied"] as const) {
        const [dueMinor, refundMinor] = state === "open" ? [2000, 0] : [0, 2000];
        const data = { orderId, state, dueMinor, refundMinor };
        await enqueueMail(tx, { template: "order-changed", to, language, data });
      }
  });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(2 * languages.length);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2 * languages.length);
  for (const { subject, html, text } of mails) {
    expect(subject).toContain(orderNumber);
    expect(`${subject}${html}${text}`).not.toMatch(/undefined|\[object|null\b|NaN|Invalid Date/);
    for (const twin of [html, text]) {
      expect(twin).toContain(orderNumber);
      expect(twin).toContain("Slip dress");
      expect(twin.replaceAll(/[\u200e\u200f\u2066-\u2069\u00a0\u202f]/g, " ")).toMatch(/20[.,]00/);
    }
  }
});

test("the mail about an unpaid change contains its cost and links to the order", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const order = await paidOrder(world, shop);
  const { orders } = shop.staff;
  await world.sendMails();
  world.mails.length = 0;
  const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
  await orders.updateOrderItems({ id: order.id, body });
  const [asked] = await world.sendMails();
  expect(asked?.subject).toContain("$20.00 to pay for the change");
  expect(asked?.text).toContain("costs $20.00 more");
  expect(asked?.text).toContain("$130.02");
  for (const twin of [asked?.html, asked?.text]) expect(twin).toContain(`/order#${order.id}.`);
  world.mails.length = 0;
  await payAll(order);
  const [changed] = await world.sendMails();
  expect(changed?.subject).toContain("was changed");
  world.mails.length = 0;
  const less = { items: [{ itemId: order.items[0]?.id ?? "", quantity: 2 }] };
  await orders.updateOrderItems({ id: order.id, body: less });
  expect((await world.sendMails()).map(({ text }) => text.includes("We'll refund $33.34"))).toEqual(
    [true],
  );
});

test("the mails about a change have the same sums as the confirmation: discount, shipping and tax", async ({
  world,
}) => {
  const shop = await refundShop(world, { taxBasisPoints: 800 });
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'TEN', 'PERCENTAGE', 1000)`,
    [shop.storeId],
  );
  const placed = await world.client().orders.createOrder({
    storeId: shop.storeId,
    body: {
      items: [{ variantId: shop.variantIds[1] ?? "", quantity: 2 }],
      email: to,
      discountCode: "TEN",
    },
  });
  const order = { ...placed, buyer: world.client({ orderKey: placed.orderKey }) };
  await payAll(order);
  const items = [{ variantId: shop.variantIds[1], quantity: 1 }];
  await world.sendMails();
  await shop.staff.orders.updateOrderItems({ id: order.id, body: { items } });
  await world.sendMails();
  await payAll(order);
  await world.sendMails();
  const [confirmed, asked, changed, ...more] = world.mails;
  expect(more).toEqual([]);
  const paidWith = "Paid with: Test payment";
  expect(sumsIn(confirmed?.text)).toEqual([
    "Subtotal: $20.00",
    "Discount (TEN): −$2.00",
    "Shipping (Standard): $9.99",
    "Tax: $1.44",
    "Total: $29.43",
    paidWith,
  ]);
  const after = [
    "Subtotal: $30.00",
    "Discount (TEN): −$3.00",
    "Shipping (Standard): $9.99",
    "Tax: $2.16",
    "Total: $39.15",
  ];
  expect(asked?.subject).toContain("$9.72 to pay for the change");
  expect(sumsIn(asked?.text)).toEqual(after);
  expect(changed?.subject).toContain("was changed");
  expect(sumsIn(changed?.text)).toEqual(after);
});

/** The rows of an email's text from the subtotal on. */
function sumsIn(text = ""): string[] {
  return /^Subtotal: [^]*?(?=\n\n)/m.exec(text)?.[0].split("\n") ?? [];
}

test("if a change replaces another one before the mail about that one is sent, only the newer one is mailed", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const order = await paidOrder(world, shop);
  await world.sendMails();
  world.mails.length = 0;
  for (const quantity of [2, 5])
    await shop.staff.orders.updateOrderItems({
      id: order.id,
      body: { items: [{ variantId: shop.variantIds[1], quantity }] },
    });
  const subjects = (await world.sendMails()).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringContaining("$50.00 to pay for the change")]);
});

test("the mail about a changed address contains the new one, whoever changed it, and can be sent again", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { orders } = shop.staff;
  const order = await shop.buy(1);
  const { id, buyer } = order;
  await world.sendMails();
  world.mails.length = 0;
  const body = { ...address, address: "2 Oak Ave" };
  await buyer.orders.changeShippingAddress({ id, body });
  await buyer.orders.changeShippingAddress({ id, body });
  const shippingAddress = { ...address, address: "3 Elm St" };
  await orders.updateOrderAddresses({ id, body: { shippingAddress } });
  await orders.updateOrderAddresses({ id, body: { billingAddress: body } });
  await orders.updateOrderAddresses({ id, body: { shippingAddress: body, notify: false } });
  await orders.sendOrderMail({ id, body: { template: "order-changed" } });
  await endWaits(world);
  const mails = await world.sendMails();
  expect(mails.map(({ subject }) => subject.includes("was changed"))).toEqual([true, true, true]);
  // Each email is composed when it is sent, so it has the latest address.
  for (const { text } of mails) expect(text).toContain("Shipping address\nAda Byron\n2 Oak Ave");
});

/** Makes the mails that wait for further changes due. */
const endWaits = (world: World) =>
  world.admin.query("update shop.jobs set run_at = now() where kind = $1 and key is not null", [
    mailJobTypes.ofStore.kind,
  ]);

describe.each(["TEST", "LIVE"] as const)("changes by the buyer of a %s order", (environment) => {
  test("are mailed at once, and further ones share one mail with the former and the new values", async ({
    world,
  }) => {
    const shop = await openShop(world, { environment });
    const { id, buyer, items } = await shop.buy(1);
    await world.sendMails();
    world.mails.length = 0;
    const itemId = items[0]?.id ?? "";
    await buyer.orders.changeShippingAddress({ id, body: { ...address, address: "9 Ash Rd" } });
    const [first] = await world.sendMails();
    expect(first?.text).toMatch(/Shipping address\nAda Byron\n9 Ash Rd/);
    expect(first?.text).toMatch(/Former shipping address\nAda Byron\n1 Main St/);
    world.mails.length = 0;
    await buyer.orders.changeItemSize({ id, itemId, body: { variantId: shop.second } });
    for (const street of ["2 Oak Ave", "3 Elm St"])
      await buyer.orders.changeShippingAddress({ id, body: { ...address, address: street } });
    expect(await world.sendMails()).toEqual([]);
    await endWaits(world);
    const [mail, ...more] = await world.sendMails();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("was changed");
    expect(mail?.text).toContain(`Slip dress\nBefore: ${items[0]?.variantName}\nNow: M`);
    expect(mail?.text).toMatch(/Shipping address\nAda Byron\n3 Elm St/);
    expect(mail?.text).toMatch(/Former shipping address\nAda Byron\n9 Ash Rd/);
    expect(mail?.text).not.toContain("2 Oak Ave");
    expect(mail?.text).toContain("If you didn't make this change, contact us now.");
    expect(mail?.text).toContain(`/order#${id}.`);
    const { rows } = await world.admin.query<{ data: object }>(
      "select data from shop.mails where template = 'order-changed'",
    );
    expect(rows).toMatchObject([{ data: { orderId: id } }, { data: { orderId: id } }]);
    expect(JSON.stringify(rows)).not.toMatch(/1 Main St|9 Ash Rd/);
    world.mails.length = 0;
    await buyer.orders.changeShippingAddress({ id, body: address });
    await endWaits(world);
    expect((await world.sendMails()).map(({ text }) => text.includes("Before: "))).toEqual([false]);
  });
});

const undone = "The shipping address or size was changed and then changed back.";

test("changes that the buyer undoes are mailed nevertheless, because another person may have made them", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { id, buyer, items } = await shop.buy(1);
  const moveTo = (street: string) =>
    buyer.orders.changeShippingAddress({ id, body: { ...address, address: street } });
  await world.sendMails();
  world.mails.length = 0;
  // Before the first mail is written, and while the second one waits.
  for (let round = 0; round < 2; round += 1) {
    await moveTo("2 Oak Ave");
    await moveTo("1 Main St");
  }
  await endWaits(world);
  const mails = await world.sendMails();
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain(undone);
  for (const { text } of mails) {
    expect(text).toContain("If you didn't make this change, contact us now.");
  }
  world.mails.length = 0;
  // A change that stays doesn't hide one that was undone.
  await moveTo("2 Oak Ave");
  await buyer.orders.changeItemSize({
    id,
    itemId: items[0]?.id ?? "",
    body: { variantId: shop.second },
  });
  await moveTo("1 Main St");
  await endWaits(world);
  const [last] = await world.sendMails();
  expect(last?.text).toContain("Now: M");
  expect(last?.text).toContain(undone);
});

test("however often the buyer's changes are made and undone, a mail is sent every two minutes at most", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { id, buyer } = await shop.buy(1);
  await world.sendMails();
  world.mails.length = 0;
  const later = () =>
    world.admin.query("update shop.mails set ended_at = ended_at - interval '2 minutes'");
  for (let round = 0; round < 3; round += 1) {
    for (const street of ["2 Oak Ave", "1 Main St", "2 Oak Ave", "1 Main St"])
      await buyer.orders.changeShippingAddress({ id, body: { ...address, address: street } });
    await world.sendMails();
    await endWaits(world);
  }
  expect(await world.sendMails()).toHaveLength(3);
  await later();
  await buyer.orders.changeShippingAddress({ id, body: { ...address, address: "2 Oak Ave" } });
  expect(await world.sendMails()).toHaveLength(4);
});

test("a mail about a change by the buyer outlives revoked links, without the new one", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { id, buyer } = await shop.buy(1);
  await world.sendMails();
  world.mails.length = 0;
  for (const street of ["2 Oak Ave", "3 Elm St"])
    await buyer.orders.changeShippingAddress({ id, body: { ...address, address: street } });
  await shop.staff.orders.revokeOrderLinks({ id, body: {} });
  await endWaits(world);
  const mails = await world.sendMails();
  expect(mails).toHaveLength(2);
  for (const { text, html } of mails) {
    expect(text).toContain("3 Elm St");
    expect(text).toContain("If you didn't make this change, contact us now.");
    expect(`${text}${html}`).not.toContain(`/order#${id}`);
  }
  world.mails.length = 0;
  await shop.staff.orders.updateOrderAddresses({ id, body: { shippingAddress: address } });
  await shop.staff.orders.updateOrder({ id, body: { email: "other@example.com" } });
  expect(await world.sendMails()).toEqual([]);
});

test("changes that a cancellation follows send no mail of their own", async ({ world }) => {
  const shop = await openShop(world, { environment: "TEST" });
  const canceled = await shop.buy(1);
  await world.sendMails();
  world.mails.length = 0;
  const { id, buyer } = canceled;
  await buyer.orders.changeShippingAddress({ id, body: { ...address, address: "2 Oak Ave" } });
  await buyer.orders.cancelOrder({ id });
  await endWaits(world);
  const subjects = (await world.sendMails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("was changed"))).toEqual([]);
});

test("the mails about changes by the buyer are written in each of the thirteen languages", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { id: orderId, items } = await shop.buy(1);
  await world.sendMails();
  world.mails.length = 0;
  const before = {
    items: { [items[0]?.id ?? ""]: "Former size" },
    address: { ...address, address: "9 Former St" },
  };
  const ctx = await world.system(shop.storeId);
  await ctx.tx(async (tx) => {
    const data = { orderId, state: "applied", dueMinor: 0, refundMinor: 0, before } as const;
    for (const language of languages)
      await enqueueMail(tx, { template: "order-changed", to, language, data });
  });
  const mails = await world.sendMails();
  expect(mails).toHaveLength(languages.length);
  for (const twin of mails.flatMap(({ html, text }) => [html, text])) {
    expect(twin).toContain("Former size");
    expect(twin).toContain("9 Former St");
    expect(twin).not.toMatch(/undefined|\[object|null\b|NaN/);
  }
});

test("no mail asks to pay a change that was already paid or withdrawn, not even if staff request the mail", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const order = await placeOrder(world, shop);
  await payAll(order);
  const { orders } = shop.staff;
  await world.sendMails();
  world.mails.length = 0;
  const items = [{ variantId: shop.variantIds[1], quantity: 2 }];
  await orders.updateOrderItems({ id: order.id, body: { items } });
  await orders.updateOrderItems({ id: order.id, body: { items: [] } });
  expect(await world.sendMails()).toEqual([]);
  await orders.updateOrderItems({ id: order.id, body: { items, notify: false } });
  expect(await world.sendMails()).toEqual([]);
});
