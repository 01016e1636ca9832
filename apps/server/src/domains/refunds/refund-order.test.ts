import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { newId } from "../../platform/id.ts";
import { onHand, paidOrder, payAll, placeOrder, refundShop, settle } from "./refunds.fixture.ts";

describe("a refund", () => {
  test("without an amount or lines returns all that is left, and the order is REFUNDED", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, total } = await paidOrder(world, shop);
    const { staff } = shop;
    const refund = await staff.refunds.refundOrder({ id, body: { reason: "Too late" } });
    expect(refund).toMatchObject({
      orderId: id,
      status: "COMPLETED",
      amount: total,
      refunded: total,
      reason: "Too late",
      transactions: [{ amount: total, status: "COMPLETED", provider: "OTHER" }],
    });
    expect(refund.lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [3, 100.02],
      [1, 10],
    ]);
    expect(await staff.orders.getOrder({ id })).toMatchObject({
      status: "REFUNDED",
      paymentState: "REFUNDED",
      refunded: total,
    });
    await expect(staff.refunds.refundOrder({ id, body: {} })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("with an outdated If-Match fails, also after a shipment or another refund", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, items } = await paidOrder(world, shop);
    const { orders, refunds, shipments } = shop.staff;
    const as = async () => {
      const { version } = await orders.getOrder({ id });
      return { headers: { "if-match": `"${version}"` } };
    };
    const seen = await as();
    const { id: shipmentId } = await shipments.createShipment({
      id,
      body: { items: [{ orderItemId: items[0]?.id ?? "", quantity: 1 }], status: "PENDING" },
    });
    const packed = await as();
    await shipments.updateShipment({ id: shipmentId, body: { status: "SHIPPED" } });
    const body = { amount: 1 };
    for (const stale of [seen, packed]) {
      await expect(refunds.refundOrder({ id, body }, stale)).rejects.toMatchObject({
        code: "EDIT_CONFLICT",
        details: { id, refunded: 0, fulfillmentState: "PARTIAL" },
      });
      await expect(
        refunds.createRefund({ body: { orderId: id, ...body } }, stale),
      ).rejects.toMatchObject({ code: "EDIT_CONFLICT" });
    }
    const sent = await as();
    const once = { ...sent, idempotencyKey: "refund" };
    const refund = await refunds.refundOrder({ id, body }, once);
    await expect(refunds.refundOrder({ id, body }, sent)).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { refunded: 1 },
    });
    // A repeated call returns the refund of the first call.
    expect(await refunds.refundOrder({ id, body }, once)).toEqual(refund);
    expect(await imbalances(world)).toEqual([]);
  });

  test("with an outdated If-Match leaves the payment of an order open", async ({ world }) => {
    const shop = await refundShop(world);
    const { id, total, buyer } = await placeOrder(world, shop);
    const { orders, refunds, transactions } = shop.staff;
    await transactions.createTransaction({ body: { orderId: id, amount: 20, method: "CASH" } });
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    const stale = { headers: { "if-match": '"99"' }, idempotencyKey: "refund" };
    await expect(refunds.refundOrder({ id, body: {} }, stale)).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
    });
    await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await buyer.payments.processPayment({
      id,
      body: { provider: "other", paymentIntentId: intent.id },
    });
    expect(await orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: total });
    expect(await imbalances(world)).toEqual([]);
  });

  test("of an order that is paid only in part returns money, and its units and shipping stay ordered", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const order = await placeOrder(world, shop);
    const { id, total } = order;
    const { refunds, transactions, orders, shipments } = shop.staff;
    const pay = (amount: number) =>
      transactions.createTransaction({ body: { orderId: id, amount, method: "CASH" } });
    await pay(50);
    const [item] = order.items;
    for (const body of [
      { lines: [{ itemId: item?.id ?? "", quantity: 1 }] },
      { shipping: true as const },
    ])
      await expect(refunds.refundOrder({ id, body })).rejects.toMatchObject({
        code: "INVALID_TRANSITION",
        message: expect.stringContaining("isn't fully paid"),
      });
    expect(await refunds.refundOrder({ id, body: {} })).toMatchObject({ amount: 50, lines: [] });
    await expect(refunds.refundOrder({ id, body: {} })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await pay(total);
    await shipments.createShipment({ id, body: {} });
    expect(await orders.getOrder({ id })).toMatchObject({
      status: "FULFILLED",
      fulfillmentState: "FULFILLED",
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("of everything that was paid for a partly paid order lets staff cancel the order, which releases its units", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await placeOrder(world, shop);
    const { refunds, transactions, orders } = shop.staff;
    await transactions.createTransaction({ body: { orderId: id, amount: 50, method: "CASH" } });
    await refunds.refundOrder({ id, body: {} });
    expect(await orders.cancelOrder({ id, body: {} })).toMatchObject({ status: "CANCELLED" });
    const { rows } = await world.admin.query<{ n: number }>(
      "select sum(reserved)::int as n from shop.inventory_levels where store_id = $1",
      [shop.storeId],
    );
    expect([rows, await imbalances(world)]).toEqual([[{ n: 0 }], []]);
  });

  test("can be made a limited number of times, because each has a credit note; the rest is refunded in one go", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, total } = await paidOrder(world, shop);
    const { refunds } = shop.staff;
    await refunds.refundOrder({ id, body: { amount: 1 } });
    await world.admin.query(
      `insert into shop.refunds (store_id, id, order_id, amount_minor, state, is_announced, actor_kind)
       select store_id, gen_random_uuid(), order_id, 1, 'failed', false, actor_kind from shop.refunds, generate_series(1, 198)
       where order_id = $1`,
      [id],
    );
    await refunds.refundOrder({ id, body: { amount: 1 } });
    await expect(refunds.refundOrder({ id, body: { amount: 1 } })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("entire remaining amount"),
    });
    await refunds.refundOrder({ id, body: {} });
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ refunded: total });
  });

  test("of single units adds up to the line exactly, with its discount and tax", async ({
    world,
  }) => {
    const shop = await refundShop(world, { taxBasisPoints: 725 });
    await world.admin.query(
      `insert into shop.discounts (store_id, id, code, type, value) values ($1, $2, 'SEVEN', 'PERCENTAGE', 700)`,
      [shop.storeId, newId()],
    );
    const { staff, variantIds } = shop;
    const placed = await world.client().orders.createOrder({
      storeId: shop.storeId,
      body: {
        items: [{ variantId: variantIds[1], quantity: 7 }],
        email: "ada@example.com",
        discountCode: "SEVEN",
      },
    });
    const { id } = placed;
    await payAll({ ...placed, buyer: world.client({ orderKey: placed.orderKey }) });
    const [item] = placed.items;
    const amounts: number[] = [];
    const taxes: number[] = [];
    for (let unit = 0; unit < 7; unit += 1) {
      const { lines } = await staff.refunds.refundOrder({
        id,
        body: { lines: [{ itemId: item?.id ?? "", quantity: 1 }] },
      });
      amounts.push(cents(lines[0]?.amount));
      taxes.push(cents(lines[0]?.tax));
    }
    const { rows } = await world.admin.query<{ line: number; tax: number }>(
      `select (total_minor - discount_minor + tax_minor)::int as line, tax_minor::int as tax from shop.order_items
       where order_id = $1`,
      [id],
    );
    expect({ line: sum(amounts), tax: sum(taxes) }).toEqual(rows[0]);
    expect(new Set(amounts).size).toBeLessThanOrEqual(2);
    await expect(
      staff.refunds.refundOrder({ id, body: { lines: [{ itemId: item?.id ?? "", quantity: 1 }] } }),
    ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED", details: { left: 0 } });
    // Only shipping and its tax are left to refund.
    const rest = await staff.refunds.refundOrder({ id, body: { shipping: true } });
    expect(sum(amounts) + cents(rest.amount)).toBe(cents(placed.total));
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("by amount refunds no line, and never more than was paid", async ({ world }) => {
    const shop = await refundShop(world);
    const { id, total } = await paidOrder(world, shop);
    const { staff } = shop;
    const part = await staff.refunds.createRefund({ body: { orderId: id, amount: 40.5 } });
    expect(part).toMatchObject({ status: "COMPLETED", amount: 40.5, lines: [], shipping: 0 });
    const left = (cents(total) - 4050) / 100;
    await expect(
      staff.refunds.createRefund({ body: { orderId: id, amount: left + 0.01 } }),
    ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED", details: { path: "amount", left } });
    await expect(staff.refunds.refundOrder({ id, body: { amount: 1.005 } })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", refunded: 40.5 });
    const rest = await staff.refunds.refundOrder({ id, body: {} });
    expect(rest.amount).toBe(left);
    // The remaining amount is divided among the lines.
    expect(sum(rest.lines.map(({ amount }) => cents(amount))) + cents(rest.shipping)).toBe(
      cents(left),
    );
    expect(await imbalances(world)).toEqual([]);
  });

  test("with lines and a lower amount returns less, for example to keep a fee", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, items } = await paidOrder(world, shop);
    const lines = [{ itemId: items[0]?.id ?? "", quantity: 2 }];
    const body = { lines, amount: 60 };
    const refund = await shop.staff.refunds.refundOrder({ id, body });
    expect(refund).toMatchObject({ amount: 60, lines: [{ quantity: 2, amount: 60 }] });
    await expect(
      shop.staff.refunds.refundOrder({ id, body: { ...body, amount: 66.69 } }),
    ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED" });
    const next = await shop.staff.refunds.refundOrder({
      id,
      body: { lines: [{ itemId: items[0]?.id ?? "", quantity: 1 }] },
    });
    expect(next.amount).toBe(33.34);
    expect(await imbalances(world)).toEqual([]);
  });

  test("restocks the chosen units where they were sold from, or at the given location", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, items } = await paidOrder(world, shop);
    const [first, second] = items.map((item) => item.id);
    const { storeId, staff, variantIds } = shop;
    await world.admin.query(
      "insert into shop.locations (store_id, id, code, name, position) values ($1, $2, 'returns', 'Returns', 5)",
      [storeId, newId()],
    );
    expect(await onHand(world, variantIds[0])).toBe(97);
    await expect(
      staff.refunds.refundOrder({
        id,
        body: { lines: [{ itemId: first ?? "", quantity: 1, location: "cellar" }] },
      }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await staff.refunds.refundOrder({
      id,
      body: {
        restock: true,
        lines: [
          { itemId: first ?? "", quantity: 2, location: "returns" },
          { itemId: second ?? "", quantity: 1, restock: false },
        ],
      },
    });
    expect(await onHand(world, variantIds[0])).toBe(99);
    expect(await onHand(world, variantIds[1])).toBe(99);
    await staff.refunds.refundOrder({ id, body: { restock: true } });
    const { rows } = await world.admin.query(
      `select location, on_hand_delta as units, reason from shop.stock_movements
       where order_id = $1 and kind = 'return' order by id`,
      [id],
    );
    expect(rows).toEqual([
      { location: "returns", units: 2, reason: "Refunded" },
      { location: "main", units: 1, reason: "Refunded" },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("of a test order moves no stock", async ({ world }) => {
    const shop = await refundShop(world, { environment: "TEST" });
    const { id } = await paidOrder(world, shop);
    await shop.staff.refunds.refundOrder({ id, body: { restock: true } });
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is refused for an order without a payment, and for a payment it doesn't have", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const unpaid = await placeOrder(world, shop);
    await expect(staff.refunds.refundOrder({ id: unpaid.id, body: {} })).rejects.toMatchObject({
      code: "ORDER_NOT_PAID",
    });
    await expect(
      staff.refunds.createRefund({ body: { orderId: unpaid.id } }),
    ).rejects.toMatchObject({ code: "ORDER_NOT_PAID" });
    const { id, items } = await paidOrder(world, shop);
    await expect(
      staff.refunds.refundOrder({ id, body: { paymentId: newId() } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const itemId = items[0]?.id ?? "";
    for (const lines of [
      [{ itemId: newId(), quantity: 1 }],
      [
        { itemId, quantity: 1 },
        { itemId, quantity: 1 },
      ],
      [{ itemId, quantity: 1, restock: false, location: "main" }],
    ])
      await expect(staff.refunds.refundOrder({ id, body: { lines } })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
    await expect(
      staff.refunds.refundOrder({ id, body: { lines: [{ itemId, quantity: 4 }] } }),
    ).rejects.toMatchObject({ code: "AMOUNT_EXCEEDED", details: { left: 3 } });
    await expect(staff.refunds.refundOrder({ id, body: { shipping: 1000 } })).rejects.toMatchObject(
      { code: "AMOUNT_EXCEEDED", details: { path: "shipping" } },
    );
    world.services.gateways = gatewaysOf([]);
    await expect(staff.refunds.refundOrder({ id, body: {} })).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
    });
    await expect(staff.refunds.createRefund({ body: { orderId: id } })).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
    });
    const { rows } = await world.admin.query("select from shop.refunds");
    expect(rows).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is made once for a repeated key, and twice for two keys", async ({ world }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const { staff } = shop;
    const make = (idempotencyKey: string) =>
      staff.refunds.refundOrder({ id, body: { amount: 5 } }, { idempotencyKey });
    const [one, again] = await Promise.all([make("a"), make("a")]);
    expect(again.id).toBe(one.id);
    expect((await make("a")).id).toBe(one.id);
    expect((await make("b")).id).not.toBe(one.id);
    expect(await staff.orders.getOrder({ id })).toMatchObject({ refunded: 10 });
    expect(await settle(world)).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });
});

function cents(amount: number | undefined): number {
  return Math.round((amount ?? 0) * 100);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
