// @module-tag slow

import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import {
  orderStatus,
  type FulfillmentState,
  paymentTransitions,
  type PaymentState,
} from "@vetrina/commerce/orders/order-states";
import { maxExportedOrders } from "@vetrina/contract/orders/order-management";
import { record } from "#tests/recorded.ts";
import { workOf } from "#tests/work-of.ts";
import { onNewDatabase, test, type World } from "#tests/world.ts";
import { sql } from "../../../platform/database/sql.ts";
import { exportOrders } from "./export-orders.ts";
import { readPage } from "./list-orders.ts";
import { managedShop } from "./managed-orders.fixture.ts";
import { matching } from "./order-filters.ts";
import { readCursor, writeCursor } from "../../../platform/http/answers/time-cursor.ts";

/** Adds `count` orders with one line each, placed one minute apart. */
async function addOrders(world: World, storeId: string, count: number): Promise<void> {
  await world.admin.query(
    `with o as (
       insert into shop.orders (store_id, id, order_number, key_hash, email, currency, subtotal_minor, discount_minor,
         shipping_minor, tax_minor, total_minor, payment_state, paid_at, payment_environment, paid_minor, fulfillment_state, tags, created_at)
       select $1, gen_random_uuid(), upper(substr(md5(n::text), 1, 4) || '-' || substr(md5(n::text), 5, 4)), decode(md5(n::text), 'hex'), 'u' || n || '@example.com',
         'USD', 1000, 0, 0, 0, 1000, case when n % 5 = 0 then 'created' else 'completed' end, case when n % 5 > 0 then now() end,
         case when n % 5 > 0 then 'LIVE' end, case when n % 5 > 0 then 1000 else 0 end,
         case when n % 5 = 1 then 'fulfilled' else 'unfulfilled' end,
         case when n % 100 = 0 then array['gift'] else '{}' end, now() - n * interval '1 minute'
       from generate_series(1, $2::int) n returning store_id, id, fulfillment_state)
     insert into shop.order_items (store_id, order_id, id, product_id, variant_id, link, name, variant_name, quantity, price_minor,
       total_minor, position, fulfilled_quantity)
     select o.store_id, o.id, gen_random_uuid(), v.product_id, v.id, 'coat', '=HYPERLINK("x")', 'S', 1, 1000, 1000, 0,
       case when o.fulfillment_state = 'fulfilled' then 1 else 0 end
     from o, lateral (select product_id, id from shop.variants where store_id = $1 limit 1) v`,
    [storeId, count],
  );
}

describe("a list of orders", () => {
  test("contains the orders that match its filters, page by page", async ({ world }) => {
    const { staff, storeId, paid, order, productId } = await managedShop(world);
    const { orders } = staff;
    const one = await paid();
    const other = await order(world.client(), { email: "grace.hopper@example.com" });
    await orders.updateOrder({ id: other.id, body: { tags: ["Wholesale"] } });
    const ids = async (filters: object) =>
      (await orders.listOrders({ storeId, ...filters })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([other.id, one.id]);
    const cases: [object, string[]][] = [
      [{ status: "PAID" }, [one.id]],
      [{ status: "PENDING" }, [other.id]],
      [{ paymentState: "COMPLETED" }, [one.id]],
      [{ fulfillmentState: "UNFULFILLED" }, [other.id, one.id]],
      [{ fulfillmentState: "DELIVERED" }, []],
      [{ returnState: "NONE" }, [other.id, one.id]],
      [{ productId }, [other.id, one.id]],
      [{ productId: one.id }, []],
      [{ tag: "wholesale" }, [other.id]],
      [{ tag: "whole" }, []],
      [{ number: one.orderNumber }, [one.id]],
      [{ number: `#${other.orderNumber.toLowerCase().replace("-", "")}` }, [other.id]],
      [{ number: one.orderNumber.slice(0, 7) }, []],
      [{ number: "Lovelace" }, []],
      [{ search: one.orderNumber.toLowerCase().replace("-", "") }, [one.id]],
      [{ search: `#${one.orderNumber.slice(0, 7)}` }, [one.id]],
      [{ search: "GRACE.h" }, [other.id]],
      [{ search: "Lovelace" }, [other.id, one.id]],
      [{ search: "%" }, []],
      [{ startDate: one.createdAt, endDate: other.createdAt }, [one.id]],
      [{ startDate: "2999-01-01T00:00:00Z" }, []],
      [{ status: "PAID", search: "grace" }, []],
    ];
    for (const [filters, expected] of cases)
      expect([filters, await ids(filters)]).toEqual([filters, expected]);
    const first = await orders.listOrders({ storeId, limit: 1 });
    expect(first).toMatchObject({ total: 2, next: expect.any(String) });
    expect(await orders.listOrders({ storeId, limit: 1, after: first.next ?? "" })).toMatchObject({
      items: [{ id: one.id }],
      next: null,
    });
    await expect(orders.listOrders({ storeId, after: "x" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "after" }],
    });
    expect(await orders.countOrders({ storeId })).toMatchObject({
      total: 2,
      byStatus: { PENDING: 1, PAID: 1, FULFILLED: 0 },
      byPaymentState: { PENDING: 1, PROCESSING: 0, COMPLETED: 1, DISPUTED: 0 },
      byFulfillmentState: { UNFULFILLED: 2, DELIVERED: 0 },
      byReturnState: { NONE: 2, RETURNED: 0 },
      toFulfill: 1,
    });
  });

  test("shows no order of another store", async ({ world }) => {
    const { stranger, storeId, paid } = await managedShop(world);
    await paid();
    const { orders } = stranger;
    for (const call of ["listOrders", "countOrders", "exportOrders"] as const)
      await expect(orders[call]({ storeId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("orders are exported as CSV without spreadsheet formulas, up to a limit", async ({
  world,
}) => {
  const { staff, storeId, paid } = await managedShop(world);
  const { orderNumber } = await paid();
  await addOrders(world, storeId, 450);
  const { orders } = staff;
  const file = await orders.exportOrders({ storeId });
  const rows = parse(await file.text(), { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(451);
  expect(new Set(rows.map((row) => row["Order"])).size).toBe(451);
  expect(rows[0]).toMatchObject({ Order: orderNumber, Status: "PAID", Quantity: "1" });
  expect(rows[1]?.["Product"]).toBe(`'=HYPERLINK("x")`);
  const pending = await orders.exportOrders({ storeId, status: "PENDING" });
  expect(parse(await pending.text(), { columns: true })).toHaveLength(90);
  await world.admin.query(
    `insert into shop.orders (store_id, id, order_number, key_hash, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor)
     select $1, gen_random_uuid(), 'N' || n, decode(md5(n::text), 'hex'), 'USD', 0, 0, 0, 0, 0 from generate_series(1, $2::int) n`,
    [storeId, maxExportedOrders],
  );
  await expect(orders.exportOrders({ storeId })).rejects.toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("10,000"),
  });
});

test("a CSV is read and sent in small parts, however large the orders are", async ({ world }) => {
  const { storeId } = await managedShop(world);
  await addOrders(world, storeId, 120);
  await world.admin.query(
    `update shop.order_items set name = repeat('n', 2000) where store_id = $1`,
    [storeId],
  );
  const ctx = await world.system(storeId);
  const files: Awaited<ReturnType<typeof exportOrders>>[] = [];
  const first = await record(async () => void files.push(await exportOrders(ctx, { storeId })));
  expect(itemReads(first)).toBe(0);
  const sizes: number[] = [];
  const rest = await record(async () => {
    for (const { bytes } of files)
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) sizes.push(chunk.byteLength);
  });
  expect(itemReads(rest)).toBe(7);
  expect(sizes.reduce((all, size) => all + size, 0)).toBeGreaterThan(240_000);
  expect(Math.max(...sizes)).toBeLessThan(80_000);
});

function itemReads(statements: readonly { text: string }[]): number {
  return statements.filter(({ text }) => text.includes("from shop.order_items")).length;
}

test("lists of orders and drafts do not read price traces, which can be longer than all other data", async ({
  world,
}) => {
  const { staff, storeId } = await managedShop(world);
  const { statements } = await workOf(async () => {
    await staff.orders.listOrders({ storeId });
    await staff.orders.exportOrders({ storeId });
    await staff.draftOrders.listDraftOrders({ storeId });
  });
  const reads = statements.filter((text) => /from shop\.(orders o|draft_orders) where/.test(text));
  expect(reads.length).toBeGreaterThan(2);
  expect(reads.filter((text) => text.includes("price_trace"))).toEqual([]);
});

test("the stored status matches the order's states", async ({ world }) => {
  const { storeId } = await managedShop(world);
  const at = new Date();
  const states = (Object.keys(paymentTransitions) as PaymentState[]).flatMap((paymentState) =>
    (["unfulfilled", "partial", "fulfilled", "delivered"] as FulfillmentState[]).flatMap(
      (fulfillmentState) =>
        [null, at].flatMap((cancelledAt) =>
          [null, at].map((completedAt) => ({
            paymentState,
            fulfillmentState,
            cancelledAt,
            completedAt,
          })),
        ),
    ),
  );
  const possible = states.filter(
    ({ paymentState, completedAt }) => completedAt === null || isPaid(paymentState),
  );
  for (const [i, state] of possible.entries()) {
    const { rows } = await world.admin.query<{ status: string }>(
      `insert into shop.orders (store_id, id, order_number, key_hash, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
         total_minor, payment_state, fulfillment_state, cancelled_at, completed_at, paid_at, delivered_at)
       values ($1, gen_random_uuid(), $2, '', 'USD', 0, 0, 0, 0, 0, $3, $4, $5, $6, $7, $8) returning status`,
      [
        storeId,
        `S${i}`,
        state.paymentState,
        state.fulfillmentState,
        state.cancelledAt,
        state.completedAt,
        isPaid(state.paymentState) ? at : null,
        state.fulfillmentState === "delivered" ? at : null,
      ],
    );
    expect([state, rows[0]?.status]).toEqual([state, orderStatus(state)]);
  }
});

test("a cursor can be read back, and invalid cursors are rejected", () => {
  const cursor = {
    at: "2026-11-23 10:00:00.123456+00",
    id: "019a0000-0000-7000-8000-000000000001",
  };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  for (const text of [
    "",
    "x",
    encode([]),
    encode(["now()", cursor.id]),
    encode([cursor.at, "1"]),
    // PostgreSQL rejects these times.
    ...["2026-02-31 10:00:00+00", "0000-01-01 10:00:00+00", "2026-11-23 10:00:00+99"].map((at) =>
      encode([at, cursor.id]),
    ),
    encode({}),
  ])
    expect(() => readCursor(text)).toThrow("Send the `next` value of an earlier page");
});

onNewDatabase("with 20,000 orders each filter reads its index and finds all", async ({ world }) => {
  const { storeId, staff } = await managedShop(world);
  await addOrders(world, storeId, 20_000);
  await world.admin.query("vacuum analyze shop.orders");
  await world.admin.query("vacuum analyze shop.order_items");
  const cursor = { at: "2026-01-01 00:00:00+00", id: storeId };
  const cases: [Parameters<typeof matching>[1], RegExp][] = [
    [{}, /orders_newest/],
    [{ status: "FULFILLED" }, /orders_by_status/],
    [{ status: "REFUNDED" }, /orders_by_status/],
    [{ fulfillmentState: "DELIVERED" }, /orders_by_fulfillment/],
    [{ startDate: "2020-01-01T00:00:00Z", endDate: "2020-02-01T00:00:00Z" }, /orders_newest/],
    [{ customerId: storeId }, /orders_by_customer/],
    [{ search: "u19999@" }, /find_orders|ProjectSet/],
    [{ tag: "gift" }, /orders_with_tag|ProjectSet/],
  ];
  const ctx = await world.system(storeId);
  for (const [filters, index] of cases) {
    const plans = await ctx.tx(async (tx) => {
      await readPage(tx, matching(tx, filters), { cursor, limit: 21, offset: 0 });
      return tx.rows<{ "QUERY PLAN": string }>(sql`
        explain select o.id from shop.orders o where ${matching(tx, filters)}
        order by o.created_at desc, o.id desc limit 21`);
    });
    const plan = plans.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan on orders/);
  }
  await world.admin.query("update shop.orders set tags = array['all']");
  for (const filters of [{ tag: "all" }, { search: "u" }])
    expect(await staff.orders.listOrders({ storeId, limit: 1, ...filters })).toMatchObject({
      total: 20_000,
    });
});

function isPaid(state: PaymentState): boolean {
  return state === "completed" || state === "refunded";
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
