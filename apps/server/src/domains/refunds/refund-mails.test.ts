import { LanguageCode } from "@vetrina/contract/enumerations";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { paidOrder, payAll, placeOrder, refundShop } from "./refunds.fixture.ts";

const to = "ada@example.com";
const languages = LanguageCode.options;

async function lastMail(world: World): Promise<Mail> {
  const mail = (await world.sendMails()).at(-1);
  if (mail === undefined) throw new Error("no mail");
  return mail;
}

test("the mails about refunds and cancellations are written in each of the thirteen languages", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id: orderId, items, orderNumber } = await paidOrder(world, shop);
  const lines = [{ itemId: items[0]?.id ?? "", quantity: 2 }];
  const refund = await shop.staff.refunds.refundOrder({
    id: orderId,
    body: { lines, notify: false },
  });
  await world.sendMails();
  world.mails.length = 0;
  const ctx = await world.system(shop.storeId);
  await ctx.tx(async (tx) => {
    for (const language of languages) {
      const data = { orderId, refundId: refund.id };
      await enqueueMail(tx, { template: "order-refunded", to, language, data });
      await enqueueMail(tx, {
        template: "order-canceled",
        to,
        language,
        data: { orderId, isRefunded: true },
      });
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
    }
  }
});

test("a refund's mail says how much, for what, and how long it takes", async ({ world }) => {
  const shop = await refundShop(world);
  const { staff } = shop;
  const { id, items, orderNumber } = await paidOrder(world, shop);
  const lines = [{ itemId: items[0]?.id ?? "", quantity: 2 }];
  await staff.refunds.refundOrder({ id, body: { lines } });
  const mail = await lastMail(world);
  expect(mail.subject).toBe(`Refund for your order ${orderNumber} from Sartoria`);
  expect(mail.to).toBe(to);
  expect(mail.text).toContain(`We have refunded $66.68 for order ${orderNumber}.`);
  expect(mail.text).toContain("The money goes back to your payment method.");
  expect(mail.text).not.toContain("business days");
  await world.admin.query(
    `update shop.stores set promises = promises || '{"refundDays": {"min": 5, "max": 7}}' where id = $1`,
    [shop.storeId],
  );
  await staff.refunds.refundOrder({ id, body: { amount: 2 } });
  expect((await lastMail(world)).text).toContain("It can take 5–7 business days to appear.");
  expect(mail.text).toMatch(/M, 2 × \$33\.34\n/);
  expect(mail.text).toContain("Refunded: $66.68\nPaid with: Test payment");
  const before = world.mails.length;
  await staff.refunds.refundOrder({ id, body: { amount: 1, notify: false } });
  expect(await world.sendMails()).toHaveLength(before);
  // Only staff get an email about a refund that failed.
  await staff.refunds.refundOrder({ id, body: { amount: 1.91 } });
  const after = (await world.sendMails()).slice(before);
  expect(after.map((each) => each.to)).toEqual([staff.email]);
});

test("the mail says which tax is in the amount of a line and of shipping", async ({ world }) => {
  const shop = await refundShop(world, { taxBasisPoints: 800 });
  await world.admin.query("update shop.tax_settings set taxes_shipping = true");
  await world.admin.query(
    "update shop.shipping_rates set price_minor = 1000, free_above_minor = null",
  );
  const { id, items } = await paidOrder(world, shop);
  const [{ id: itemId } = { id: "" }] = items;
  await shop.staff.refunds.refundOrder({
    id,
    body: { lines: [{ itemId, quantity: 3 }], shipping: true },
  });
  const { text } = await lastMail(world);
  expect(text).toContain("Slip dress: $108.02\n  M, 3 × $33.34, plus tax $8.00");
  expect(text).toContain("Shipping: $10.80\n  $10.00, plus tax $0.80");
});

test("where prices include tax, the mail names the price only", async ({ world }) => {
  const shop = await refundShop(world, { taxBasisPoints: 800 });
  await world.admin.query("update shop.tax_settings set prices_include_tax = true");
  const { id, items } = await paidOrder(world, shop);
  const [{ id: itemId } = { id: "" }] = items;
  await shop.staff.refunds.refundOrder({ id, body: { lines: [{ itemId, quantity: 3 }] } });
  expect((await lastMail(world)).text).toContain("Slip dress: $100.02\n  M, 3 × $33.34\n");
});

test.for([
  {
    isTaxIncluded: false,
    line: "Slip dress: $97.22\n  M, 3 × $33.34, Discount: −$10.00, plus tax $7.20",
  },
  { isTaxIncluded: true, line: "Slip dress: $90.02\n  M, 3 × $33.34, Discount: −$10.00\n" },
])(
  "the parts of a discounted line add up to its refund (tax included: $isTaxIncluded)",
  async ({ isTaxIncluded, line }, { world }) => {
    const shop = await refundShop(world, { taxBasisPoints: 800 });
    const { storeId, variantIds, staff } = shop;
    await world.admin.query("update shop.tax_settings set prices_include_tax = $1", [
      isTaxIncluded,
    ]);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, code, type, value) values ($1, gen_random_uuid(), 'TEN', 'PERCENTAGE', 1000)`,
      [storeId],
    );
    const made = await world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId: variantIds[0], quantity: 3 }], email: to, discountCode: "TEN" },
    });
    await payAll({ ...made, buyer: world.client({ orderKey: made.orderKey }) });
    await staff.orders.cancelOrder({ id: made.id });
    expect((await lastMail(world)).text).toContain(line);
  },
);

test("the mail says how much of a partial refund of a line is tax", async ({ world }) => {
  const shop = await refundShop(world, { taxBasisPoints: 800 });
  const { id, items } = await paidOrder(world, shop);
  const lines = [{ itemId: items[0]?.id ?? "", quantity: 3 }];
  await shop.staff.refunds.refundOrder({ id, body: { lines, amount: 54 } });
  const { text } = await lastMail(world);
  expect(text).toContain("Slip dress: $54.00\n  M, 3 × $33.34, Tax: $4.00");
});

test("the mail says that a manual payment is returned separately", async ({ world }) => {
  const shop = await refundShop(world);
  const { staff } = shop;
  const { id } = await placeOrder(world, shop);
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  await staff.refunds.refundOrder({ id, body: { amount: 5 } });
  const { text } = await lastMail(world);
  expect(text).toContain("We have refunded $5.00");
  expect(text).toContain("We'll send you the money separately");
  expect(text).not.toContain("Paid with");
  expect(text).not.toContain("business days");
});

test("mails about a test order say that no money moved", async ({ world }) => {
  const shop = await refundShop(world, { environment: "TEST" });
  const { id } = await paidOrder(world, shop);
  await shop.staff.refunds.refundOrder({ id, body: { amount: 5 } });
  const { subject, text } = await lastMail(world);
  expect(subject).toMatch(/^Test order: Refund for your order/);
  expect(text).toContain("No money was taken");
  expect(text).not.toContain("business days");
});
