import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";

const address = {
  name: "Ada Rossi",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

async function shop(world: World, stock = 10, priceMinor = 4000) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, { stock, priceMinor });
  const variantId = variantIds[0] ?? "";
  const order = (quantity = 1, over: object = {}) => ({
    storeId,
    body: {
      items: [{ productId, variantId, quantity }],
      email: "ada@example.com",
      shippingAddress: address,
      ...over,
    },
  });
  return { storeId, productId, variantId, order };
}

async function codes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls)) {
    const code = result.status === "fulfilled" ? "ok" : (result.reason as { code: string }).code;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

describe("creating an order", () => {
  test("uses prices from the store's rows, holds the stock and returns the only key that opens the order", async ({
    world,
  }) => {
    const { order } = await shop(world);
    const made = await world.client().orders.createOrder(order(2));
    expect(made).toMatchObject({
      status: "PENDING",
      subtotal: 80,
      shipping: 9.99,
      tax: 6.4,
      total: 96.39,
      currency: "USD",
      items: [{ quantity: 2, price: 40, size: "M", color: null }],
    });
    expect(made.orderNumber).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const { id, orderKey } = made;
    await expect(
      world.client({ orderKey }).orders.getOrderWithItems({ id }),
    ).resolves.toMatchObject({ id, total: 96.39 });
    await expect(world.client().orders.getOrder({ id })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    await expect(
      world.client({ orderKey: "x".repeat(43) }).orders.getOrder({ id }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("ignores names, prices and pictures that the browser sends", async ({ world }) => {
    const { order, productId, variantId } = await shop(world);
    const items = [
      {
        id: "x",
        productId,
        variantId,
        quantity: 1,
        price: 0.01,
        name: "<b>free</b>",
        image: "x",
        maxQuantity: 99,
      },
    ];
    const made = await world
      .client()
      .orders.createOrder(order(1, { items, subtotal: 0.01, shipping: 0, tax: 0 }));
    expect(made).toMatchObject({ subtotal: 40, items: [{ name: "Slip dress", price: 40 }] });
  });

  test("a total that differs from the server's fails with the new total", async ({ world }) => {
    const { order, variantId, storeId } = await shop(world);
    const { quote } = {
      quote: await world
        .client()
        .shipping.calculateShipping({ body: { storeId, items: [{ variantId, quantity: 1 }] } }),
    };
    await world.admin.query("update shop.variants set price_minor = 5000 where id = $1", [
      variantId,
    ]);
    await expect(
      world.client().orders.createOrder(order(1, { total: quote.total })),
    ).rejects.toMatchObject({
      code: "TOTAL_CHANGED",
      statusCode: 409,
      details: { quote: { subtotal: 50, total: 63.99 } },
    });
    await expect(
      world.client().orders.createOrder(order(1, { total: 63.99 })),
    ).resolves.toMatchObject({ total: 63.99 });
  });

  test("a total in a currency other than the store's fails, regardless of the amount", async ({
    world,
  }) => {
    const { order } = await shop(world);
    for (const currency of ["JPY", "eur", "$"])
      await expect(world.client().orders.createOrder(order(1, { currency }))).rejects.toMatchObject(
        {
          code: "TOTAL_CHANGED",
          details: { quote: { currency: "USD" } },
        },
      );
    for (const currency of ["USD", "usd", ""])
      await world.client().orders.createOrder(order(1, { currency }));
  });

  test("fails with the total in the new currency when the store changes its currency meanwhile", async ({
    world,
  }) => {
    const { order, storeId } = await shop(world);
    const changing = await world.admin.connect();
    await changing.query("begin");
    await changing.query("update shop.stores set currency = 'EUR' where id = $1", [storeId]);
    const placed = Promise.allSettled([world.client().orders.createOrder(order())]);
    await untilBlocked(world);
    await changing.query("commit");
    changing.release();
    const refused = {
      code: "TOTAL_CHANGED",
      details: { quote: { currency: "EUR", subtotal: 40 } },
    };
    expect(await placed).toMatchObject([{ status: "rejected", reason: refused }]);
    expect(await world.client().orders.createOrder(order())).toMatchObject({ currency: "EUR" });
  });

  test("fails for missing, unshippable and out-of-stock items, and holds nothing", async ({
    world,
  }) => {
    const { order, storeId } = await shop(world, 3);
    const foreign = await shop(world);
    const at = (items: object[]) =>
      world
        .client()
        .orders.createOrder({ storeId, body: { ...order().body, items: items as never } });
    await expect(
      at([{ variantId: foreign.variantId, quantity: 1, name: "Coat" }]),
    ).rejects.toMatchObject({
      code: "UNAVAILABLE_ITEM",
      message: "Coat isn't available. Remove it to continue.",
    });
    await expect(at([{ name: "No ids", quantity: 1 }])).rejects.toMatchObject({
      code: "UNAVAILABLE_ITEM",
    });
    await expect(at([])).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "items" }],
    });
    await expect(world.client().orders.createOrder(order(4))).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ requested: 4, available: 3 }] },
    });
    await expect(
      world.client().orders.createOrder(order(1, { discountCode: "NOPE" })),
    ).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
    await expect(
      world.client().orders.createOrder(order(1, { isAdmin: true })),
    ).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "isAdmin" }],
    });
    const { rows } = await world.admin.query(
      "select sum(reserved)::int held from shop.inventory_levels",
    );
    expect(rows).toEqual([{ held: 0 }]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("rejects a postal code that is impossible in the address's country", async ({ world }) => {
    const { order } = await shop(world);
    const german = { ...address, country: "DE", region: "", postalCode: "1011" };
    for (const field of ["shippingAddress", "billingAddress"])
      await expect(
        world.client().orders.createOrder(order(1, { [field]: german })),
      ).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [
          {
            path: `${field}.postalCode`,
            message: "Enter a postal code with 5 digits, like 10115.",
          },
        ],
      });
  });

  test("merges two lines of the same variant", async ({ world }) => {
    const { order, variantId } = await shop(world, 3);
    const items = [
      { variantId, quantity: 2 },
      { variantId, quantity: 1 },
    ];
    await expect(world.client().orders.createOrder(order(1, { items }))).resolves.toMatchObject({
      items: [{ quantity: 3 }],
    });
  });
});

describe("large and small currencies", () => {
  test("999 units of the highest price in a three-decimal currency are ordered and paid", async ({
    world,
  }) => {
    const storeId = await seedStore(world, { currency: "KWD", taxBasisPoints: 10_000 });
    const { variantIds } = await seedProduct(world, storeId, {
      stock: 5000,
      sizes: ["S", "M"],
      priceMinor: 2_147_483_647,
    });
    const items = variantIds.map((variantId) => ({ variantId, quantity: 999 }));
    const { id, orderKey, orderNumber, subtotal, tax, total } = await world
      .client()
      .orders.createOrder({ storeId, body: { items, email: "ada@example.com" } });
    expect([subtotal, tax, total]).toEqual([
      4_290_672_326.706, 4_290_672_326.706, 8_581_344_653.412,
    ]);
    const client = world.client({ orderKey });
    const intent = await client.payments.createPaymentIntent({ id, body: { provider: "other" } });
    expect(intent.amount).toBe(total);
    await client.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    const body = { provider: "other", paymentIntentId: intent.id };
    await expect(client.payments.processPayment({ id, body })).resolves.toMatchObject({
      orderStatus: "PAID",
    });
    const look = { id: orderNumber, emailOrder: "ada@example.com" };
    await expect(client.orders.getOrderThankYou(look)).resolves.toMatchObject({ total });
    await expect(client.orders.getOrderWithItems({ id })).resolves.toMatchObject({
      items: [{ total: 2_145_336_163.353 }, { total: 2_145_336_163.353 }],
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a currency without decimals is charged in whole units", async ({ world }) => {
    const storeId = await seedStore(world, { currency: "JPY" });
    const { variantIds } = await seedProduct(world, storeId, { priceMinor: 1235 });
    const items = [{ variantId: variantIds[0] ?? "", quantity: 3 }];
    await expect(
      world.client().orders.createOrder({ storeId, body: { items } }),
    ).resolves.toMatchObject({ subtotal: 3705, shipping: 999, tax: 296, total: 5000 });
  });
});

describe("races", () => {
  test("two buyers of one unit get one order", async ({ world }) => {
    const { order } = await shop(world, 1);
    const client = world.client();
    expect(
      await codes([client.orders.createOrder(order()), client.orders.createOrder(order())]),
    ).toEqual({ ok: 1, OUT_OF_STOCK: 1 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("400 buyers of ten units get ten orders and no server errors", async ({ world }) => {
    const { order } = await shop(world, 10);
    // On a busy machine, the orders may take longer than the connection timeout.
    world.services.database.app.options.connectionTimeoutMillis = 0;
    const client = world.client();
    const calls = Array.from({ length: 400 }, () => client.orders.createOrder(order()));
    expect(await codes(calls)).toEqual({ ok: 10, OUT_OF_STOCK: 390 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("carts with the same items in opposite order do not deadlock", async ({ world }) => {
    const storeId = await seedStore(world);
    const { variantIds } = await seedProduct(world, storeId, {
      sizes: ["S", "M", "L"],
      stock: 100,
    });
    const forward = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
    const client = world.client();
    const calls = Array.from({ length: 40 }, (_, i) =>
      client.orders.createOrder({
        storeId,
        body: { items: i % 2 === 0 ? forward : forward.toReversed() },
      }),
    );
    expect(await codes(calls)).toEqual({ ok: 40 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("the same order sent fifty times is one order with one key", async ({ world }) => {
    const { order } = await shop(world, 10);
    const client = world.client();
    const sent = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.orders.createOrder(order(), { idempotencyKey: "cart-1" }),
      ),
    );
    expect(new Set(sent.map((made) => made.id)).size).toBe(1);
    expect(new Set(sent.map((made) => made.orderKey)).size).toBe(1);
    const { rows } = await world.admin.query(
      "select count(*)::int orders, (select sum(reserved)::int from shop.inventory_levels) held from shop.orders",
    );
    expect(rows).toEqual([{ orders: 1, held: 1 }]);
    await expect(
      client.orders.createOrder(order(2), { idempotencyKey: "cart-1" }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("a stored idempotent response holds no secret: the order key is not in the database", async ({
    world,
  }) => {
    const { order } = await shop(world);
    const made = await world.client().orders.createOrder(order(), { idempotencyKey: "k" });
    const { rows } = await world.admin.query<{ all: string }>(
      "select response::text as all from shop.idempotency_keys",
    );
    expect(rows[0]?.all).toContain(made.id);
    expect(rows[0]?.all).not.toContain(made.orderKey);
  });

  test("a code with five uses can be used by five of twenty buyers", async ({ world }) => {
    const { order, storeId } = await shop(world, 100);
    await world.admin.query(
      "insert into shop.discounts (store_id, id, code, type, value, usage_limit) values ($1, gen_random_uuid(), 'FIVE', 'PERCENTAGE', 1000, 5)",
      [storeId],
    );
    const client = world.client();
    const calls = Array.from({ length: 20 }, () =>
      client.orders.createOrder(order(1, { discountCode: "five" })),
    );
    expect(await codes(calls)).toEqual({ ok: 5, DISCOUNT_INVALID: 15 });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("finding an order again", () => {
  test("number and email show the summary; an unknown number and a wrong email get the same error", async ({
    world,
  }) => {
    const { order, storeId } = await shop(world);
    const { rows } = await world.admin.query<{ host: string }>(
      "select host from shop.domains where store_id = $1",
      [storeId],
    );
    const client = world.client({ host: rows[0]?.host ?? "" });
    const made = await client.orders.createOrder(order());
    const found = await client.orders.getOrderThankYou({
      id: made.orderNumber.toLowerCase(),
      emailOrder: "ADA@example.com",
    });
    const shown =
      "id orderNumber date createdAt status expiresAt fulfillmentState returnState paidAt deliveredAt completedAt canceledAt environment currency total".split(
        " ",
      ) as (keyof typeof made)[];
    expect(found).toEqual({
      ...Object.fromEntries(shown.map((name) => [name, made[name]])),
      customer: { email: "ada@example.com" },
      isBeingPaid: false,
      refundedAt: null,
      isPickup: false,
      shipments: [],
    });
    const failures = await Promise.all(
      [
        { id: made.orderNumber, emailOrder: "eve@example.com" },
        { id: "ZZZZ-ZZZZ", emailOrder: "ada@example.com" },
        { id: "' or 1=1 --", emailOrder: "%" },
      ].map((look) =>
        client.orders
          .getOrderThankYou(look)
          .catch((error: unknown) => error as { code: string; message: string }),
      ),
    );
    expect(
      new Set(
        failures.map((failure) =>
          JSON.stringify([
            (failure as { code: string }).code,
            (failure as { message: string }).message,
          ]),
        ),
      ),
    ).toEqual(
      new Set([
        JSON.stringify([
          "ORDER_NOT_FOUND",
          "Order not found. Please check your order number and email.",
        ]),
      ]),
    );
  });
});
