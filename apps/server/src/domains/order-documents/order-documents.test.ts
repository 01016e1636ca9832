// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { LanguageCode } from "@vetrina/contract/enumerations";
import { addPaidOrders, wrongNumbers } from "#tests/paid-orders.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { openShopFor, shippingAddress } from "../customers/customers.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { documentWords, fill } from "./document-words.ts";
import { issueInvoices } from "./jobs.ts";

/** Creates a paid order whose payment counts as real money. */
async function paidForReal(world: World, language?: LanguageCode) {
  const shop = await openShopFor(world);
  const email = "ada@example.com";
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.variants where store_id = $1",
    [shop.storeId],
  );
  const order = await world.client().orders.createOrder({
    storeId: shop.storeId,
    ...(language === undefined ? {} : { language }),
    body: {
      items: [{ variantId: rows[0]?.id ?? "", quantity: 1 }],
      email,
      note: "Ring twice",
      shippingAddress,
    },
  });
  await shop.pay(order);
  await world.admin.query(
    "update shop.orders set payment_environment = 'LIVE', test_held_until = null, held_by_address = null, held_by_user = null where id = $1",
    [order.id],
  );
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS", "MANAGE_CUSTOMERS"]);
  return { ...shop, placed: order, staff, buyer: world.client({ orderKey: order.orderKey }) };
}

async function textOf(file: File): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

describe("an invoice", () => {
  test("gets the store's next number once, and never changes afterwards", async ({ world }) => {
    const { placed, staff, buyer } = await paidForReal(world);
    const { id } = placed;
    expect(await staff.orders.listOrderDocuments({ id })).toEqual({ items: [] });
    const year = new Date().getUTCFullYear();
    const [first] = await Promise.all([
      buyer.orders.getOrderInvoice({ id }),
      staff.orders.getOrderInvoice({ id }),
      issueInvoices(world.services),
    ]);
    expect(first.name).toBe(`Invoice-${year}-000001.pdf`);
    const before = await textOf(first);
    for (const words of [
      `Invoice ${year}-000001`,
      placed.orderNumber,
      "Paid in full",
      "Ada Lovelace",
    ])
      expect(before).toContain(words);
    const { items } = await buyer.orders.listOrderDocuments({ id });
    expect(items).toMatchObject([
      { kind: "INVOICE", number: `${year}-000001`, total: placed.total },
    ]);
    await world.admin.query("update shop.stores set name = 'Renamed'");
    const documentId = items[0]?.id ?? "";
    expect(await textOf(await buyer.orders.getOrderDocument({ id, documentId }))).toBe(before);
    const other = await paidForReal(world);
    await expect(
      other.buyer.orders.getOrderDocument({ id: other.placed.id, documentId }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await staff.orders.listOrderEvents({ id })).items[0]).toMatchObject({
      kind: "invoice-issued",
      data: { number: `${year}-000001` },
    });
  });

  test("keeps its amounts but loses the buyer's data when the buyer is erased", async ({
    world,
  }) => {
    const { placed, staff, storeId } = await paidForReal(world);
    const { id } = placed;
    await staff.orders.getOrderInvoice({ id });
    await staff.shipments.createShipment({ id, body: {} });
    const { items } = await staff.customers.listCustomers({ storeId });
    await staff.customers.eraseCustomer({ id: items[0]?.id ?? "" });
    const text = await textOf(await staff.orders.getOrderInvoice({ id }));
    expect(text).toContain("Total USD $53.19");
    for (const gone of ["Ada", "ada@example.com", "Analytical", "Ring twice"])
      expect(text).not.toContain(gone);
  });

  test("is in the order's language", async ({ world }) => {
    const { placed, buyer } = await paidForReal(world, "IT");
    const text = await textOf(await buyer.orders.getOrderInvoice({ id: placed.id }));
    for (const words of ["FATTURA", "Interamente pagato", "Totale USD", "Pagina 1 di 1"])
      expect(text).toContain(words);
  });

  test("is not issued for a test order", async ({ world }) => {
    const shop = await openShopFor(world);
    const order = await shop.order(world.client(), { email: "ada@example.com" });
    await shop.pay(order);
    await issueInvoices(world.services);
    const buyer = world.client({ orderKey: order.orderKey });
    expect((await buyer.orders.getOrderInvoice({ id: order.id })).name).toContain(
      order.orderNumber,
    );
    expect(await buyer.orders.listOrderDocuments({ id: order.id })).toEqual({ items: [] });
  });
});

test("four concurrent sweeps give 400 invoices numbers without gaps or duplicates", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await addPaidOrders(world.admin, storeId, 400);
  const issued = await Promise.all([1, 2, 3, 4].map(() => issueInvoices(world.services, 50)));
  expect(issued.reduce((sum, n) => sum + n, 0)).toBe(400);
  expect(await wrongNumbers(world.admin, storeId, 400)).toEqual([]);
});

test("each language has all texts with the same placeholders", async () => {
  const { words: english } = await documentWords("en-US", null);
  for (const code of LanguageCode.options) {
    const { locale, words } = await documentWords("en-US", code);
    expect(new Intl.Locale(locale).language).toBe(code.toLowerCase());
    for (const [key, text] of Object.entries(english))
      expect([code, key, placesOf(words[key as keyof typeof words])]).toEqual([
        code,
        key,
        placesOf(text),
      ]);
  }
  expect(fill("{a} of {b}, {c}", { a: "1", b: "$&" })).toBe("1 of $&, {c}");
});

function placesOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
}
