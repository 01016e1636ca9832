import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { expect, test } from "vitest";
import { english } from "../../platform/mail/languages/en.ts";
import { orderConfirmationMail } from "./order-confirmation.ts";
import { renderMail } from "../../platform/mail/render-mail.ts";
import type { Sender } from "../../platform/mail/sender.ts";
import { accountOrigin, storeOrigin } from "../../platform/mail/store-origin.ts";
import { subscriptionAskedMail } from "../customers/subscriptions/subscription-mails.ts";

const store: Sender = {
  name: 'Ditta "Rossi" & Figli',
  origin: "https://rossi.example",
  accountOrigin: "https://rossi.shops.example",
  locale: "en-US",
  timeZone: "Europe/Rome",
  theme: { "color-ink": "#14171c", "font-text": '"Hanken Grotesk", sans-serif' },
  contact: { email: "hello@rossi.example", address: ["Via Tortona 1", "Milan"] },
};
const address = {
  name: "Ada <b>Byron</b>",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};
const order: OrderWithItems = {
  id: "01990000-0000-7000-8000-000000000001",
  storeId: "01990000-0000-7000-8000-000000000002",
  orderNumber: "V-1001",
  status: "PAID",
  paymentState: "COMPLETED",
  version: 1,
  fulfillmentState: "UNFULFILLED",
  returnState: "NONE",
  deliveredAt: null,
  completedAt: null,
  canceledAt: null,
  paid: 0,
  refunded: 0,
  lost: 0,
  openChange: null,
  customer: { email: "ada@example.com" },
  date: "2026-11-20T10:00:00.000Z",
  createdAt: "2026-11-20T10:00:00.000Z",
  paidAt: "2026-11-20T10:01:00.000Z",
  environment: "LIVE",
  expiresAt: null,
  currency: "USD",
  subtotal: 1234.5,
  discount: 10,
  discountCode: "HELLO",
  shipping: 0,
  shippingMethod: "Standard",
  pickup: null,
  delivery: { from: "2026-11-30", to: "2026-12-03" },
  tax: 97.96,
  taxIncluded: 0,
  total: 1322.46,
  trace: [],
  shippingAddress: address,
  billingAddress: address,
  payment: "Test payment",
  note: null,
  vatId: null,
  items: [
    {
      id: "01990000-0000-7000-8000-000000000003",
      productId: "01990000-0000-7000-8000-000000000004",
      variantId: "01990000-0000-7000-8000-000000000005",
      link: "coat",
      name: "Coat <script>alert(1)</script>",
      variantName: "Navy / M",
      color: "Navy",
      size: "M",
      sku: null,
      image: null,
      quantity: 2,
      fulfilledQuantity: 0,
      returnedQuantity: 0,
      refundedQuantity: 0,
      price: 617.25,
      total: 1234.5,
    },
  ],
};

const links = { link: "https://rossi.example/order#id.key", isTest: false, hasInvoice: false };

test("the text contains number, lines, totals, delivery, address and link, and the link contains no email address", async () => {
  const content = orderConfirmationMail(order, store, english, links);
  expect(content.subject).toBe('Your order V-1001 from Ditta "Rossi" & Figli');
  const mail = await renderMail(store, content, english);
  expect(mail.text).toMatchInlineSnapshot(`
    "Thank you for your order

    We have received order V-1001 and your payment.

    Coat <script>alert(1)</script>: $1,234.50
      Navy / M, 2 × $617.25

    Subtotal: $1,234.50
    Discount (HELLO): −$10.00
    Shipping (Standard): Free
    Tax: $97.96
    Total: $1,322.46
    Paid with: Test payment

    Delivery
    Mon, Nov 30 – Thu, Dec 3

    Shipping address
    Ada <b>Byron</b>
    1 Main St
    Austin, TX 78701
    United States

    Track your order:
    https://rossi.example/order#id.key

    --

    You received this email because you ordered from Ditta "Rossi" & Figli with this address. Reply to it if anything is wrong.

    Ditta "Rossi" & Figli, Via Tortona 1, Milan

    hello@rossi.example
    https://rossi.example

    "
  `);
  expect(mail.html).not.toContain("ada@example.com");
  expect(mail.html).toContain('href="https://rossi.example/order#id.key"');
});

test("text typed by shoppers and staff is escaped in the HTML", async () => {
  const { html } = await renderMail(
    store,
    orderConfirmationMail(order, store, english, links),
    english,
  );
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain("Coat &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("Ada &lt;b&gt;Byron&lt;/b&gt;");
  expect(html).toContain("Ditta &quot;Rossi&quot; &amp; Figli");
  expect(html).toContain("font-family:&quot;Hanken Grotesk&quot;, sans-serif");
  expect(html).toContain("color:#14171c");
});

test("the HTML contains every word of the text", async () => {
  const mail = await renderMail(
    store,
    orderConfirmationMail(order, store, english, links),
    english,
  );
  const html = mail.html.replaceAll(/<[^>]*>/g, " ").replaceAll("&amp;", "&");
  for (const word of ["V-1001", "$1,322.46", "−$10.00", "Free", "HELLO", "Austin, TX 78701"]) {
    expect(mail.text).toContain(word);
    expect(html).toContain(word);
  }
});

test("an order without an address, code and dates has a shorter email", async () => {
  const bare = {
    ...order,
    discount: 0,
    discountCode: null,
    shippingMethod: null,
    shipping: 9.99,
    tax: 0,
    delivery: null,
    shippingAddress: null,
    payment: null,
  };
  const { text } = await renderMail(
    store,
    orderConfirmationMail(bare, store, english, links),
    english,
  );
  expect(text).not.toMatch(/Tax|Discount|Delivery|Shipping address|Paid with|null|undefined/);
  expect(text).toContain("Shipping: $9.99");
});

test("the newsletter's email contains the link with its token", async () => {
  const token = "t".repeat(43);
  const { text } = await renderMail(
    store,
    subscriptionAskedMail({ product: null }, token, store, english),
    english,
  );
  expect(text).toContain(`https://rossi.example/newsletter/confirm?token=${token}`);
});

test("links use the store's custom domain, and in the demo this process's port", () => {
  const url = "http://localhost:3000";
  expect(storeOrigin("rossi.example", url)).toBe("https://rossi.example");
  expect(storeOrigin("sorvela.localhost", url)).toBe("http://sorvela.localhost:3000");
  expect(storeOrigin("sorvela.localhost", "http://localhost")).toBe("http://sorvela.localhost");
  expect(storeOrigin("", url)).toBe(url);
  expect(storeOrigin(null, url)).toBe(url);
});

test.each([
  ["https://shops.example", "rossi.shops.example", "https://rossi.shops.example"],
  ["https://www.shops.example", "rossi.shops.example", "https://rossi.shops.example"],
  ["http://shops.example:8080", "rossi.shops.example", "http://rossi.shops.example:8080"],
  ["http://localhost:3000", "rossi.localhost", "http://rossi.localhost:3000"],
  ["http://127.0.0.1:3000", "rossi.localhost", "http://rossi.localhost:3000"],
  ["http://[::1]:3000", "rossi.localhost", "http://rossi.localhost:3000"],
  ["https://shops.example", "rossi.example", "https://shops.example"],
  ["https://shops.example", "rossi.notshops.example", "https://shops.example"],
  ["https://shops.example", "rossi.shops.example.evil.example", "https://shops.example"],
  ["https://shops.example", "rossi.localhost", "https://shops.example"],
])(
  "with the platform at %s and the store at %s, an account's links lead to %s",
  (url, host, leads) => {
    expect(accountOrigin("rossi", ["evil.example", host], url)).toBe(leads);
  },
);
