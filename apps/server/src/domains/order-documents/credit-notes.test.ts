// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import type { Invoiced } from "@vetrina/commerce/orders/credit-notes";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { member } from "../roles/roles.fixture.ts";
import {
  paidOrder,
  payAll,
  placeOrder,
  refundShop,
  type RefundShop,
  settle,
} from "../refunds/refunds.fixture.ts";
import { issueCreditNotes, issueInvoices } from "./jobs.ts";

const year = new Date().getUTCFullYear();

async function textOf(file: File): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

type Row = { kind: string; number: number; total: number; amounts: unknown; content: unknown };

async function documentsOf(world: World, orderId: string): Promise<Row[]> {
  const { rows } = await world.admin.query<Row>(
    `select kind, number, total_minor::int as total, amounts, content from shop.order_documents
     where order_id = $1 order by id`,
    [orderId],
  );
  return rows;
}

/**
 * Creates a store with two tax rates: the standard rate for the first product and shipping, and a reduced one for the
 * second product. Code TEN takes off 10%.
 */
async function taxedShop(world: World, isIncluded: boolean): Promise<RefundShop> {
  const shop = await refundShop(world, { taxBasisPoints: 1900 });
  const { storeId, variantIds } = shop;
  const { admin } = world;
  await admin.query(
    "update shop.tax_settings set prices_include_tax = $2, taxes_shipping = true, vat_id = 'DE136695976' where store_id = $1",
    [storeId, isIncluded],
  );
  await admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, tax_class, basis_points)
     select store_id, gen_random_uuid(), 'Reduced', country, 'reduced', 700 from shop.tax_rates where store_id = $1`,
    [storeId],
  );
  await admin.query(
    `update shop.products set tax_class = 'reduced' where id = (select product_id from shop.variants where id = $1)`,
    [variantIds[1]],
  );
  await admin.query(
    "insert into shop.discounts (store_id, id, code, type, value) values ($1, $2, 'TEN', 'PERCENTAGE', 1000)",
    [storeId, newId()],
  );
  return shop;
}

async function taxedOrder(world: World, { storeId, variantIds }: RefundShop) {
  const items = variantIds.map((variantId) => ({ variantId, quantity: 2 }));
  const order = await world.client().orders.createOrder({
    storeId,
    body: { items, email: "ada@example.com", discountCode: "TEN" },
  });
  const placed = { ...order, buyer: world.client({ orderKey: order.orderKey }) };
  await payAll(placed);
  return placed;
}

describe("a credit note", () => {
  test("is issued once for a completed refund with its own number, and never changes", async ({
    world,
  }) => {
    const shop = await taxedShop(world, false);
    const { staff } = shop;
    const placed = await taxedOrder(world, shop);
    const { id, items, buyer, orderNumber } = placed;
    const lines = [{ itemId: items[0]?.id ?? "", quantity: 1 }];
    await staff.refunds.refundOrder({ id, body: { lines, shipping: true } });
    // The refund was completed before the invoice existed, so the invoice is issued first.
    const issued = await Promise.all([1, 2, 3, 4].map(() => issueCreditNotes(world.services)));
    expect(issued.reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await issueCreditNotes(world.services)).toBe(0);
    expect(await issueInvoices(world.services)).toBe(0);
    const { items: documents } = await buyer.orders.listOrderDocuments({ id });
    expect(documents).toMatchObject([
      { kind: "INVOICE", number: `${year}-000001`, total: placed.total },
      { kind: "CREDIT_NOTE", number: `C${year}-000001` },
    ]);
    const documentId = documents[1]?.id ?? "";
    const file = await buyer.orders.getOrderDocument({ id, documentId });
    expect(file.name).toBe(`Credit-note-C${year}-000001.pdf`);
    const text = await textOf(file);
    // 33.34 minus 10%, plus 9.99, plus 19% tax.
    for (const words of [
      `Credit note C${year}-000001`,
      `This credit note corrects invoice ${year}-000001, dated`,
      orderNumber,
      "Slip dress",
      "M · Discount −$3.33 · Tax $5.7",
      "1 $33.34 $33.34",
      "Subtotal $33.34",
      "Discount −$3.33",
      "Shipping (Standard) $9.99",
      "Tax (19%) $7.60",
      "Total USD $47.60",
      "VAT ID DE136695976",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Reduced");
    await world.admin.query("update shop.stores set name = 'Renamed'");
    expect(await textOf(await buyer.orders.getOrderDocument({ id, documentId }))).toBe(text);
    expect((await staff.orders.listOrderEvents({ id })).items[0]).toMatchObject({
      kind: "credit-note-issued",
      data: { number: `C${year}-000001` },
    });
  });

  for (const isIncluded of [false, true])
    test(`of a fully refunded order add up to its invoice exactly, for each rate${isIncluded ? ", with tax in its prices" : ""}`, async ({
      world,
    }) => {
      const shop = await taxedShop(world, isIncluded);
      const { staff } = shop;
      const { id, items, total } = await taxedOrder(world, shop);
      const one = (line: number) => ({
        lines: [{ itemId: items[line]?.id ?? "", quantity: 1 }],
      });
      const bodies = [
        one(0),
        { amount: 7.77 },
        { ...one(1), amount: 3 },
        { shipping: 2.5 },
        // The provider declines a refund of this amount.
        { amount: 5.91 },
        one(0),
        {},
      ];
      for (const body of bodies) await staff.refunds.refundOrder({ id, body });
      await settle(world);
      expect(await issueCreditNotes(world.services)).toBe(bodies.length - 1);
      const [invoice, ...notes] = await documentsOf(world, id);
      expect(invoice?.total).toBe(Math.round(total * 100));
      expect(sumOf(notes.map((note) => note.total))).toBe(invoice?.total);
      const { rates, parts } = (invoice?.amounts ?? { rates: [], parts: [] }) as Invoiced;
      expect(rates.map(({ basisPoints }) => basisPoints)).toEqual([1900, 700]);
      // Adds up how much of each part of the invoice the credit notes return.
      const taken = parts.map((_, i) =>
        sumOf(notes.map((note) => (note.amounts as { parts: number[] }).parts[i] ?? 0)),
      );
      expect(taken).toEqual(parts.map(({ amountMinor }) => amountMinor));
      for (const [i, name] of ["Tax", "Reduced"].entries())
        expect([name, sumOf(notes.map((note) => saidOf(note, name)))]).toEqual([
          name,
          sumOf(parts.map(({ taxes }) => taxes[i] ?? 0)),
        ]);
      expect(await imbalances(world)).toEqual([]);
    });

  test("is issued for a cancellation and for a manual refund", async ({ world }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const canceled = await paidOrder(world, shop);
    await staff.orders.cancelOrder({ id: canceled.id, body: {} });
    const byHand = await placeOrder(world, shop);
    await staff.transactions.createTransaction({ body: { orderId: byHand.id, method: "CASH" } });
    await staff.refunds.refundOrder({ id: byHand.id, body: { amount: 5 } });
    expect(await issueCreditNotes(world.services)).toBe(2);
    for (const [{ id }, amount] of [
      [canceled, Math.round(canceled.total * 100)],
      [byHand, 500],
    ] as const)
      expect((await documentsOf(world, id)).map(({ kind, total }) => [kind, total])).toEqual([
        ["invoice", Math.round(canceled.total * 100)],
        ["credit-note", amount],
      ]);
  });

  test("is not issued for failed refunds, test orders or unpaid orders", async ({ world }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const paid = await paidOrder(world, shop);
    await staff.refunds.refundOrder({ id: paid.id, body: { amount: 20.91 } });
    const unpaid = await placeOrder(world, shop);
    const cash = { orderId: unpaid.id, method: "CASH" as const };
    await staff.transactions.createTransaction({ body: { ...cash, amount: 10 } });
    await staff.refunds.refundOrder({ id: unpaid.id, body: {} });
    await staff.transactions.createTransaction({ body: cash });
    const inTest = await refundShop(world, {
      slug: "try",
      host: "try.example",
      environment: "TEST",
    });
    const tried = await paidOrder(world, inTest);
    await inTest.staff.refunds.refundOrder({ id: tried.id, body: {} });
    expect(await issueCreditNotes(world.services)).toBe(0);
    expect(await issueInvoices(world.services)).toBe(2);
  });

  test("loses the buyer's data when the buyer is erased", async ({ world }) => {
    const shop = await refundShop(world);
    const { storeId, variantIds } = shop;
    const staff = await member(world, storeId, ["MANAGE_ORDERS", "MANAGE_CUSTOMERS"]);
    const order = await world.client().orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: variantIds[0], quantity: 1 }],
        email: "ada@example.com",
        shippingAddress: {
          name: "Ada Lovelace",
          address: "1 Main St",
          city: "Austin",
          region: "TX",
          postalCode: "78701",
          country: "US",
        },
      },
    });
    const { id } = order;
    await payAll({ ...order, buyer: world.client({ orderKey: order.orderKey }) });
    await staff.refunds.refundOrder({ id, body: { reason: "For Ada" } });
    await issueCreditNotes(world.services);
    const { items } = await staff.customers.listCustomers({ storeId });
    const text = async () => {
      const documents = await staff.orders.listOrderDocuments({ id });
      const documentId = documents.items[1]?.id ?? "";
      return textOf(await staff.orders.getOrderDocument({ id, documentId }));
    };
    expect(await text()).toContain("Ada Lovelace");
    await staff.customers.eraseCustomer({ id: items[0]?.id ?? "" });
    const rest = await text();
    expect(rest).toContain(`Total USD $${order.total.toFixed(2)}`);
    for (const gone of ["Ada", "1 Main St"]) expect(rest).not.toContain(gone);
  });

  test("is numbered in the order of the refunds", async ({ world }) => {
    const shop = await refundShop(world);
    const orders = [await paidOrder(world, shop), await paidOrder(world, shop)];
    const amounts = Array.from({ length: 12 }, (_, i) => i + 1);
    for (const amount of amounts)
      await shop.staff.refunds.refundOrder({ id: orders[amount % 2]?.id ?? "", body: { amount } });
    expect(await issueCreditNotes(world.services)).toBe(12);
    const { rows } = await world.admin.query<{ amounts: number[] }>(
      "select array_agg(total_minor::int / 100 order by number) as amounts from shop.order_documents where kind = 'credit-note'",
    );
    expect(rows[0]?.amounts).toEqual(amounts);
  });

  test("of 60 refunds, issued by four processes, have numbers without gaps or duplicates", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const orders = [];
    for (let i = 0; i < 3; i += 1) orders.push(await paidOrder(world, shop));
    for (let i = 0; i < 60; i += 1)
      await staff.refunds.refundOrder({ id: orders[i % 3]?.id ?? "", body: { amount: 1 } });
    const issued = await Promise.all([1, 2, 3, 4].map(() => issueCreditNotes(world.services, 7)));
    expect(sumOf(issued)).toBe(60);
    const { rows } = await world.admin.query<{ numbers: number[] }>(
      "select array_agg(number order by number) as numbers from shop.order_documents where kind = 'credit-note'",
    );
    expect(rows[0]?.numbers).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });
});

/** Returns the tax that a document shows for a rate, in minor units. */
function saidOf({ content }: Row, name: string): number {
  const { sums } = content as { sums: { label: string; value: string }[] };
  const row = sums.find(({ label }) => label.replace("Included ", "").startsWith(`${name} (`));
  return Math.round(Number(row?.value.replaceAll(/[^\d.]/g, "") ?? 0) * 100);
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
