import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect } from "vitest";
import type { CreateOrder } from "@vetrina/contract/orders/orders";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { issuedDocument } from "../../platform/http/issued-document.fixture.ts";
import { fillTheQueue } from "../../platform/pdf/drawings.fixture.ts";
import type { NewStore } from "../store-records/insert-store.ts";

const address = { address: "12 Main St", city: "Austin", region: "TX", country: "US" } as const;

async function place(
  world: World,
  {
    body = {},
    store = {},
    sizes = ["M"],
  }: { body?: Partial<CreateOrder>; store?: Partial<NewStore>; sizes?: string[] } = {},
) {
  const storeId = await seedStore(world, store);
  const { variantIds } = await seedProduct(world, storeId, { sizes, priceMinor: 4000 });
  await world.admin.query("update shop.variants set sku = 'SD-' || upper(slug)");
  const items = variantIds.map((variantId) => ({ variantId, quantity: 2 }));
  const order = await world.client().orders.createOrder({
    storeId,
    body: {
      items,
      email: "zoe@example.com",
      shippingAddress: { name: "Zoë Łukasiewicz", ...address },
      ...body,
    },
  });
  const client = world.client({ orderKey: order.orderKey });
  const { id } = order;
  return {
    order,
    client,
    invoice: () => client.orders.getOrderInvoice({ id }),
    pay: async () => {
      const intent = await client.payments.createPaymentIntent({ id, body: { provider: "other" } });
      await client.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
      const pay = { provider: "other", paymentIntentId: intent.id };
      await client.payments.processPayment({ id, body: pay });
    },
  };
}

/** Reads the text of each page, and the file's metadata. */
async function read(file: File) {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf);
  const { info } = await getMeta(pdf);
  return { pages: text.map((page) => page.replaceAll(/\s+/g, " ")), info };
}

describe("the invoice of a paid order", () => {
  test("is a PDF with the order's text and amounts", async ({ world }) => {
    const placed = await place(world, {
      body: { billingAddress: { name: "Ωmega & Анна", ...address, country: "GR" } },
    });
    await placed.pay();
    const { order } = placed;
    const file = await placed.invoice();
    expect([file.name, file.type]).toEqual([`Invoice-${order.orderNumber}.pdf`, "application/pdf"]);
    const { pages, info } = await read(file);
    expect(pages).toHaveLength(1);
    for (const words of [
      "SARTORIA",
      "INVOICE",
      "Via Tortona 1",
      "hello@sartoria.example",
      order.orderNumber,
      "Test payment",
      "Test order, no real payment",
      "Bill to Ωmega & Анна 12 Main St Austin, TX Greece",
      "Ship to Zoë Łukasiewicz 12 Main St Austin, TX United States",
      "zoe@example.com",
      "Slip dress",
      "M · SKU SD-M",
      "2 $40.00 $80.00",
      "Subtotal $80.00",
      "Shipping (Standard) $9.99",
      "Tax (8%) $6.40",
      "Total USD $96.39",
      "Page 1 of 1",
    ])
      expect(pages[0]).toContain(words);
    expect(pages[0]).not.toContain("Discount");
    expect(info).toMatchObject({
      Title: `Invoice ${order.orderNumber}, Sartoria`,
      Author: "Sartoria",
      Language: "en-US",
    });
  });

  test("uses the tax rate at the time of the order, and shows the discount", async ({ world }) => {
    const placed = await place(world);
    await placed.pay();
    await world.admin.query("update shop.tax_rates set basis_points = 2000");
    expect((await read(await placed.invoice())).pages[0]).toContain("Tax (8%) $6.40");
    // Simulates an order that was placed before tax rates were stored.
    await world.admin.query(
      `update shop.orders set price_trace = null, tax_basis_points = 800,
       discount_minor = 1000, discount_code = 'WELCOME10', tax_minor = 560,
       total_minor = subtotal_minor - 1000 + shipping_minor + 560, note = 'Ring twice, 山田さん'`,
    );
    const [page] = (await read(await placed.invoice())).pages;
    expect(page).toContain("Discount (WELCOME10) −$10.00");
    expect(page).toContain("Tax (8%) $5.60");
    expect(page).toContain("Your note Ring twice, 山田さん");
    await world.admin.query("update shop.orders set tax_basis_points = null");
    expect((await read(await placed.invoice())).pages[0]).toContain("Tax $5.60");
  });

  test("formats amounts for the store's currency and language", async ({ world }) => {
    const store = { currency: "JPY", locale: "de-DE", country: "DE", taxBasisPoints: 1900 };
    const placed = await place(world, { store });
    await placed.pay();
    const [page] = (await read(await placed.invoice())).pages;
    expect(page).toContain("2 4.000 ¥ 8.000 ¥");
    expect(page).toContain("Tax (19 %) 1.520 ¥");
    expect(page).toContain("Gesamtbetrag JPY 10.519 ¥");
  });

  test("splits many lines across pages, each with a heading and page number", async ({ world }) => {
    const sizes = Array.from({ length: 45 }, (_, i) => `Size ${i + 1}`);
    const placed = await place(world, { sizes });
    await placed.pay();
    const { pages } = await read(await placed.invoice());
    expect(pages.length).toBeGreaterThan(2);
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      expect(page).toContain(`Invoice ${placed.order.orderNumber}`);
    }
    for (const page of pages.slice(0, -1)) expect(page).toContain("Item Quantity Unit price");
    const all = pages.join(" ");
    for (const size of sizes) expect(all).toContain(`${size} · SKU`);
    expect(all.match(/2 \$40\.00 \$80\.00/g)).toHaveLength(45);
    expect(pages.at(-1)).toContain("Total USD $3,888.00");
  });
});

describe("an invoice", () => {
  test("is not issued for an unpaid order or one canceled before payment, and the error says why", async ({
    world,
  }) => {
    const { order, client, invoice } = await place(world);
    await expect(invoice()).rejects.toMatchObject({
      code: "ORDER_NOT_PAID",
      statusCode: 409,
      message: "The invoice is issued once the order is paid.",
    });
    await client.orders.cancelOrder({ id: order.id });
    await expect(invoice()).rejects.toMatchObject({ code: "ORDER_NOT_PAID" });
  });

  test("can't be read with another order's key, a wrong key or no key", async ({ world }) => {
    const { order, pay } = await place(world);
    await pay();
    const other = await place(world);
    const { id } = order;
    for (const orderKey of [other.order.orderKey, "k".repeat(43)])
      await expect(world.client({ orderKey }).orders.getOrderInvoice({ id })).rejects.toMatchObject(
        { code: "NOT_FOUND" },
      );
    await expect(world.client().orders.getOrderInvoice({ id })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  test("is not cached by proxies, and is saved under its name", async ({ world }) => {
    const { order, pay } = await place(world);
    await pay();
    const answer = await world.app.inject({
      url: `/api/v1/orders/${order.id}/invoice`,
      headers: { cookie: `vetrina_order_${order.id}=${order.orderKey}` },
    });
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="Invoice-${order.orderNumber}.pdf"`,
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("is drawn even if a name has letters with more combining marks than the font has positions for", async ({
    world,
  }) => {
    const name = `q${"\u0302".repeat(20)}`;
    const { pay, invoice } = await place(world, {
      body: { shippingAddress: { name, ...address } },
    });
    await pay();
    expect((await read(await invoice())).pages[0]).toContain("Ship to q");
  });

  test("fails with a temporary error while too many others are waiting to be drawn", async ({
    world,
  }) => {
    const { pay, client, order } = await place(world);
    await pay();
    const letThemEnd = fillTheQueue();
    const documentId = await issuedDocument(world, order.id);
    await expect(
      client.orders.getOrderDocument({ id: order.id, documentId }),
    ).rejects.toMatchObject({ code: "SERVER_BUSY" });
    await expect(client.orders.getOrderInvoice({ id: order.id })).rejects.toMatchObject({
      code: "SERVER_BUSY",
    });
    await letThemEnd();
    await expect(client.orders.getOrderInvoice({ id: order.id })).resolves.toBeInstanceOf(File);
  });
});
