// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import {
  paidOrder,
  payAll,
  refundShop,
  type RefundShop,
  settle,
} from "../refunds/refunds.fixture.ts";
import type { DocumentContent } from "./document-content.ts";
import { issueCreditNotes, issueInvoices } from "./jobs.ts";

const year = new Date().getUTCFullYear();

/** Creates a store with two tax rates included in prices: 19% for the first product and shipping, 7% for the second. */
async function taxedShop(world: World): Promise<RefundShop> {
  const shop = await refundShop(world, { taxBasisPoints: 1900 });
  const { admin } = world;
  await admin.query(
    "update shop.tax_settings set prices_include_tax = true, taxes_shipping = true where store_id = $1",
    [shop.storeId],
  );
  await admin.query(
    `insert into shop.tax_rates (store_id, id, name, country, tax_class, basis_points)
     select store_id, gen_random_uuid(), 'Reduced', country, 'reduced', 700 from shop.tax_rates where store_id = $1`,
    [shop.storeId],
  );
  await admin.query(
    "update shop.products set tax_class = 'reduced' where id = (select product_id from shop.variants where id = $1)",
    [shop.variantIds[1]],
  );
  return shop;
}

type Row = { name: string; total: number; said: string };

/** Reads an order's documents, oldest first, with their text. */
async function documentsOf(world: World, { staff }: RefundShop, id: string): Promise<Row[]> {
  await settle(world);
  await issueInvoices(world.services);
  await issueCreditNotes(world.services);
  const { rows } = await world.admin.query<{ id: string; content: DocumentContent }>(
    "select id, content from shop.order_documents where order_id = $1",
    [id],
  );
  const { items } = await staff.orders.listOrderDocuments({ id });
  return items.map(({ id: documentId, number, total }) => {
    const content = rows.find((row) => row.id === documentId)?.content;
    if (content === undefined) throw new Error(`no document ${number}`);
    const table = content.items.map((item) => `${item.quantity} ${item.price} ${item.total}`);
    const sums = content.sums.map(({ label, value }) => `${label} ${value}`);
    return {
      name: number,
      total,
      said: [content.name, ...table, ...sums, content.thanks].join("\n"),
    };
  });
}

function namesOf(documents: readonly Row[]): [string, number][] {
  return documents.map(({ name, total }) => [name.replace(`${year}-00000`, ""), total]);
}

describe("an order that is changed", () => {
  test("gets another invoice for the difference once it is paid", async ({ world }) => {
    const shop = await taxedShop(world);
    const { orders } = shop.staff;
    const order = await paidOrder(world, shop, [1, 0]);
    const { id } = order;
    await issueInvoices(world.services);
    const items = [{ variantId: shop.variantIds[1], quantity: 2 }];
    await orders.updateOrderItems({ id, body: { items } });
    expect(namesOf(await documentsOf(world, shop, id))).toEqual([["1", 43.33]]);
    await payAll(order);
    const documents = await documentsOf(world, shop, id);
    expect(namesOf(documents)).toEqual([
      ["1", 43.33],
      ["2", 20],
    ]);
    for (const words of [
      `Invoice ${year}-000002`,
      `This invoice is for a change to the order and supplements invoice ${year}-000001, dated`,
      "2 $10.00 $20.00",
      "Subtotal $20.00",
      "Included Reduced (7%) $1.31",
      "Total USD $20.00",
    ])
      expect(documents[1]?.said).toContain(words);
    expect(await issueInvoices(world.services)).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test("and costs less gets a credit note for exactly the removed items at their tax rate", async ({
    world,
  }) => {
    const shop = await taxedShop(world);
    const { orders, refunds } = shop.staff;
    const order = await paidOrder(world, shop, [1, 2]);
    const { id } = order;
    await issueInvoices(world.services);
    const body = { items: [{ itemId: order.items[1]?.id ?? "", quantity: 1 }] };
    await orders.updateOrderItems({ id, body });
    const documents = await documentsOf(world, shop, id);
    expect(namesOf(documents)).toEqual([
      ["1", 63.33],
      ["C1", 10],
    ]);
    const [, note] = documents;
    for (const words of ["1 $10.00 $10.00", "Included Reduced (7%) $0.65", "Total USD $10.00"])
      expect(note?.said).toContain(words);
    expect(note?.said).not.toContain("19%");
    // A refund of the rest credits the remaining amount of each rate exactly.
    await refunds.refundOrder({ id, body: {} });
    const all = await documentsOf(world, shop, id);
    expect(namesOf(all).slice(2)).toEqual([["C2", 53.33]]);
    const last = all.at(-1);
    expect(last?.said).toContain("(19% of $43.33) $6.92");
    expect(last?.said).toContain("(7% of $10.00) $0.66");
  });

  test("and then fully refunded has documents that add up to zero", async ({ world }) => {
    const shop = await taxedShop(world);
    const { orders, refunds } = shop.staff;
    const order = await paidOrder(world, shop, [2, 1]);
    const { id } = order;
    await issueInvoices(world.services);
    await orders.updateOrderItems({
      id,
      body: { items: [{ variantId: shop.variantIds[1], quantity: 3 }] },
    });
    await payAll(order);
    const added = (await orders.getOrderWithItems({ id })).items.at(-1)?.id ?? "";
    // Changes the order again before its second invoice is issued.
    await orders.updateOrderItems({ id, body: { items: [{ itemId: added, quantity: 1 }] } });
    // Completes the first refund, so that its credit note gets the first number.
    await settle(world);
    await refunds.refundOrder({ id, body: { lines: [{ itemId: added, quantity: 1 }] } });
    const documents = await documentsOf(world, shop, id);
    expect(namesOf(documents)).toEqual([
      ["1", 86.67],
      ["2", 30],
      ["C1", 20],
      ["C2", 10],
    ]);
    // The credit note corrects the invoice that contains the refunded line.
    expect(documents[3]?.said).toContain(`corrects invoice ${year}-000002, dated`);
    await refunds.refundOrder({ id, body: {} });
    const all = await documentsOf(world, shop, id);
    const sum = all.reduce(
      (cents, { name, total }) => cents + (name.startsWith("C") ? -1 : 1) * Math.round(total * 100),
      0,
    );
    expect(sum).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test("before its invoice is issued gets an invoice with the change and no credit note", async ({
    world,
  }) => {
    const shop = await taxedShop(world);
    const { orders } = shop.staff;
    const order = await paidOrder(world, shop, [1, 2]);
    const { id } = order;
    const body = { items: [{ itemId: order.items[1]?.id ?? "", quantity: 1 }] };
    await orders.updateOrderItems({ id, body });
    expect(namesOf(await documentsOf(world, shop, id))).toEqual([["1", 53.33]]);
  });
});

/**
 * Creates an invoiced order of one unit at 33.34 and two at 10.00, with 9.99 for shipping. A dispute about `lostMinor`
 * of its payment was lost.
 */
async function lostOrder(world: World, lostMinor: number) {
  const shop = await taxedShop(world);
  const order = await paidOrder(world, shop, [1, 2]);
  const { id } = order;
  await issueInvoices(world.services);
  await reportDispute(world, shop, id, { state: "lost", amountMinor: lostMinor });
  return {
    id,
    shop,
    order,
    refunds: shop.staff.refunds,
    /** Removes a unit at 10.00. */
    removeOne: () =>
      shop.staff.orders.updateOrderItems({
        id,
        body: { items: [{ itemId: order.items[1]?.id ?? "", quantity: 1 }] },
      }),
    /** The store wins the dispute after all, and what it withheld is refunded. */
    async win() {
      await reportDispute(world, shop, id, { state: "won", amountMinor: lostMinor });
      await runJobs(world.services);
    },
    documents: () => documentsOf(world, shop, id),
    now: () => shop.staff.orders.getOrder({ id }),
  };
}

describe("a change whose price a lost dispute has already returned", () => {
  test("gets its credit note without a refund, and none if the dispute is won after all", async ({
    world,
  }) => {
    const s = await lostOrder(world, 1000);
    expect(await s.removeOne()).toMatchObject({ status: "APPLIED", refund: 0 });
    const documents = await s.documents();
    const both = [
      ["1", 63.33],
      ["C1", 10],
    ];
    expect(namesOf(documents)).toEqual(both);
    for (const words of [
      "1 $10.00 $10.00",
      "Included Reduced (7%) $0.65",
      "Total USD $10.00",
      `corrects invoice ${year}-000001, dated`,
    ])
      expect(documents[1]?.said).toContain(words);
    await s.win();
    expect(namesOf(await s.documents())).toEqual(both);
    expect(await s.now()).toMatchObject({ total: 53.33, refunded: 10, lost: 0 });
    await s.refunds.refundOrder({ id: s.id, body: {} });
    const all = await s.documents();
    expect(namesOf(all)).toEqual([...both, ["C2", 53.33]]);
    expect(all.at(-1)?.said).toContain("(19% of $43.33) $6.92");
    expect(all.at(-1)?.said).toContain("(7% of $10.00) $0.66");
    expect(await imbalances(world)).toEqual([]);
  });

  test("gets one credit note, even if the dispute is won before it is issued", async ({
    world,
  }) => {
    const s = await lostOrder(world, 1000);
    await s.removeOne();
    await s.win();
    expect(namesOf(await s.documents())).toEqual([
      ["1", 63.33],
      ["C1", 10],
    ]);
    expect(await s.now()).toMatchObject({ refunded: 10, lost: 0 });
  });

  test("in part gets one credit note for all of it, whatever becomes of the refund of the rest", async ({
    world,
  }) => {
    // The test provider declines refunds whose amount ends in 91.
    const s = await lostOrder(world, 9);
    expect(await s.removeOne()).toMatchObject({ status: "APPLIED", refund: 9.91 });
    const both = [
      ["1", 63.33],
      ["C1", 10],
    ];
    expect(namesOf(await s.documents())).toEqual(both);
    expect(await s.now()).toMatchObject({ refunded: 0, lost: 0.09 });
    // Staff return the money in two parts, and then more than the change's price.
    for (const amount of [9.9, 0.01]) await s.refunds.refundOrder({ id: s.id, body: { amount } });
    expect(namesOf(await s.documents())).toEqual(both);
    await s.refunds.refundOrder({ id: s.id, body: { amount: 5 } });
    expect(namesOf(await s.documents())).toEqual([...both, ["C2", 5]]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is set off against an addition whose invoice isn't issued yet", async ({ world }) => {
    const s = await lostOrder(world, 1000);
    const added = { items: [{ variantId: s.shop.variantIds[0], quantity: 1 }] };
    await s.shop.staff.orders.updateOrderItems({ id: s.id, body: added });
    await payAll(s.order);
    expect(await s.removeOne()).toMatchObject({ refund: 0 });
    const documents = await s.documents();
    expect(namesOf(documents)).toEqual([
      ["1", 63.33],
      ["2", 23.34],
    ]);
    expect(await s.now()).toMatchObject({ total: 86.67, paid: 96.67, lost: 10 });
  });

  test("of the same price as an uninvoiced addition gets no document of its own", async ({
    world,
  }) => {
    const s = await lostOrder(world, 1000);
    const added = { items: [{ variantId: s.shop.variantIds[1], quantity: 1 }] };
    await s.shop.staff.orders.updateOrderItems({ id: s.id, body: added });
    await payAll(s.order);
    expect(await s.removeOne()).toMatchObject({ refund: 0 });
    expect(namesOf(await s.documents())).toEqual([["1", 63.33]]);
    await s.win();
    expect(await s.now()).toMatchObject({ total: 63.33, paid: 73.33, refunded: 10 });
    await s.refunds.refundOrder({ id: s.id, body: {} });
    expect(namesOf(await s.documents())).toEqual([
      ["1", 63.33],
      ["C1", 63.33],
    ]);
  });
});
