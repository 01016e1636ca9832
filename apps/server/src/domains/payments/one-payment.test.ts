import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { GatewayRefused, GatewayUnknown } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { expireOrders } from "../orders/jobs.ts";
import { releaseOrder } from "../orders/release-order.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { reconcile } from "./reconcile.fixture.ts";
import {
  captures,
  fact,
  held,
  paymentsOf,
  place,
  reopening,
  twoProviders,
  windowOver,
} from "./payments.fixture.ts";

describe("an order is paid once", () => {
  test("no second payment can be opened while a capture's response is lost", async ({ world }) => {
    const { intent, decide, pay } = await place(world, await twoProviders(world));
    const { id: first } = await intent();
    await decide(first, "timeout");
    await expect(pay(first)).resolves.toMatchObject({ status: "PENDING" });
    await expect(intent()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(intent("paypal")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await reconcile(world);
    await expect(intent()).rejects.toMatchObject({ code: "ORDER_ALREADY_PAID" });
    expect(await captures(world)).toBe(1);
    expect(await imbalances(world)).toEqual([]);
  });

  test("a payment that was not approved can be tried again", async ({ world }) => {
    const { intent, pay } = await place(world, await twoProviders(world));
    const { id: first } = await intent();
    await expect(pay(first)).resolves.toMatchObject({ status: "FAILED" });
    expect((await intent()).id).toBe(first);
  });

  test("choosing another provider cancels the payment with the first", async ({ world }) => {
    const { intent, decide, pay } = await place(world, await twoProviders(world));
    const { id: first } = await intent();
    await decide(first, "approve");
    const { id: second } = await intent("paypal");
    await expect(pay(first)).resolves.toMatchObject({ status: "FAILED", reason: "cancelled" });
    await decide(second, "approve");
    await expect(pay(second, "paypal")).resolves.toMatchObject({ orderStatus: "PAID" });
    await expect(pay(first)).resolves.toMatchObject({ status: "COMPLETED", orderStatus: "PAID" });
    expect(await captures(world)).toBe(1);
    expect(await imbalances(world)).toEqual([]);
  });

  test("another provider can't be chosen while the payment with the first can't be canceled", async ({
    world,
  }) => {
    const shop = await twoProviders(world, {
      cancel: () => Promise.reject(new GatewayUnknown("no answer")),
    });
    const { intent, decide, pay } = await place(world, shop);
    const { id: first } = await intent("paypal");
    await expect(intent("other")).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await decide(first, "approve");
    await expect(pay(first, "paypal")).resolves.toMatchObject({ orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test.for([
    [2, null],
    [3, "PROVIDER_ERROR"],
  ] as const)(
    "if another tab opens %i more payments, the error is %s after three rounds",
    async ([times, code], { world }) => {
      const { cancel, canceled } = reopening(world, times);
      const { intent } = await place(world, await twoProviders(world, { cancel }));
      await intent("paypal");
      const result = await intent("other").then(
        () => null,
        (error: { code: string }) => error.code,
      );
      expect(result).toBe(code);
      expect(canceled).toHaveLength(3);
    },
  );

  test("a payment isn't canceled if a capture started after the call to cancel and is still running", async ({
    world,
  }) => {
    const first = createTestGateway(world.services.database, world.services.now);
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const captured: Promise<unknown>[] = [];
    // Acts like PayPal, which can't cancel a payment and only reports that nothing has been captured so far.
    const shop = await twoProviders(world, {
      capture: async (input) => {
        begun.resolve();
        await answered.promise;
        return first.capture(input);
      },
      cancel: async (id) => {
        if (captured.length === 0) captured.push(pay(id, "paypal"));
        await begun.promise;
        return fact("cancelled");
      },
    });
    const { id, client, intent, decide, pay } = await place(world, shop);
    const { id: payment } = await intent("paypal");
    await decide(payment, "approve");
    await expect(client.orders.cancelOrder({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect(await held(world)).toBe(1);
    answered.resolve();
    expect(await Promise.all(captured)).toMatchObject([{ orderStatus: "PAID" }]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("two tabs with two providers capture once per order, in forty runs", async ({ world }) => {
    const shop = await twoProviders(world);
    const orders = await Promise.all(Array.from({ length: 40 }, () => place(world, shop)));
    await Promise.all(
      orders.map(async ({ intent, decide, pay }) => {
        const tab = async (provider: string) => {
          const { id } = await intent(provider);
          await decide(id, "approve");
          return pay(id, provider);
        };
        await Promise.allSettled([tab("other"), tab("paypal")]);
      }),
    );
    await reconcile(world);
    const { rows } = await world.admin.query(
      `select p.order_id from shop.test_payments t join shop.payments p on p.provider_id = t.id
       where t.state = 'captured' group by 1 having count(*) > 1`,
    );
    expect(rows).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("a second capture by a provider is reported and does not break the order", async ({
    world,
  }) => {
    const { id, intent, decide, pay } = await place(world, await twoProviders(world));
    const { id: first } = await intent();
    await decide(first, "timeout");
    await pay(first);
    await world.admin.query(
      `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
       select store_id, gen_random_uuid(), id, 'PAYPAL', 'TEST', 'twice', total_minor, currency, 'processing' from shop.orders where id = $1`,
      [id],
    );
    await world.admin.query(
      "insert into shop.test_payments select 'twice', 'twice', amount_minor, currency, 'approve', 'captured' from shop.test_payments",
    );
    await reconcile(world);
    await reconcile(world);
    // The capture that is reported first completes the order. The second one is left without a completed payment.
    expect(await imbalances(world)).toEqual([
      expect.stringMatching(/^the provider captured \S+ and no payment is completed by it$/),
    ]);
  });
});

describe("facts that arrive late, twice or between two steps", () => {
  test("an older fact changes nothing once the payment is captured", async ({ world }) => {
    const shop = await twoProviders(world);
    const { intent, decide, pay } = await place(world, shop);
    const { id } = await intent();
    await decide(id, "approve");
    await pay(id);
    const ctx = await world.system(shop.storeId);
    const [payment] = await paymentsOf(world);
    for (const state of ["open", "declined", "failed", "cancelled"] as const)
      await ctx.tx((tx) => applyPaymentFact(tx, ctx, payment?.id ?? "", fact(state)));
    expect((await paymentsOf(world)).map(({ state }) => state)).toEqual(["completed"]);
    await expect(pay(id)).resolves.toMatchObject({ status: "COMPLETED", orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a second payment of a paid order does not make its webhook event fail repeatedly", async ({
    world,
  }) => {
    const shop = await twoProviders(world);
    const { id, intent, decide, pay } = await place(world, shop);
    const { id: first } = await intent();
    await decide(first, "approve");
    await pay(first);
    await world.admin.query(
      `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
       select store_id, $2, id, 'PAYPAL', 'TEST', 'twice', total_minor, currency, 'processing' from shop.orders where id = $1`,
      [id, "ffffffff-ffff-7fff-bfff-ffffffffffff"],
    );
    const ctx = await world.system(shop.storeId);
    const second = (await paymentsOf(world)).at(-1);
    const taken = fact("completed", Number(second?.amount_minor));
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, second?.id ?? "", taken));
    expect((await paymentsOf(world)).map(({ state }) => state)).toEqual([
      "completed",
      "processing",
    ]);
  });

  test("a payment opened after the cancellation at the provider and before the release keeps the stock held", async ({
    world,
  }) => {
    const shop = await twoProviders(world);
    const { id, intent } = await place(world, shop);
    await intent();
    const ctx = await world.system(shop.storeId);
    expect(await ctx.tx((tx) => releaseOrder(tx, ctx, id, "expired"))).toBe(false);
    expect(await held(world)).toBe(1);
  });

  test("forty concurrent cancellations of an order release it once", async ({ world }) => {
    const shop = await twoProviders(world);
    const { id } = await place(world, shop);
    const ctx = await world.system(shop.storeId);
    const ended = await Promise.all(
      Array.from({ length: 40 }, () => ctx.tx((tx) => releaseOrder(tx, ctx, id, "cancelled"))),
    );
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await held(world)).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("a failure of one order does not affect others", () => {
  test("a payment with a provider that this server doesn't support is not opened, so the stock is released", async ({
    world,
  }) => {
    const shop = await twoProviders(world);
    world.services.gateways = gatewaysOf([
      createTestGateway(world.services.database, world.services.now),
    ]);
    const { intent } = await place(world, shop);
    await expect(intent("paypal")).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    await windowOver(world);
    expect(await expireOrders(world.services)).toBe(1);
    expect(await held(world)).toBe(0);
  });

  test("a payment that the provider refuses to open ends, and the order can be paid another way or expires", async ({
    world,
  }) => {
    const shop = await twoProviders(world, {
      create: () => Promise.reject(new GatewayRefused("AMOUNT_TOO_SMALL", "At least 0.50.")),
    });
    const { intent, decide, pay } = await place(world, shop);
    await expect(intent("paypal")).rejects.toMatchObject({
      code: "PAYMENT_FAILED",
      details: [{ issue: "AMOUNT_TOO_SMALL" }],
    });
    const { id } = await intent("other");
    await decide(id, "approve");
    await expect(pay(id)).resolves.toMatchObject({ orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("orders that can't be ended yet do not prevent others from ending", async ({ world }) => {
    const shop = await twoProviders(world, {
      cancel: () => Promise.reject(new GatewayUnknown("no answer")),
    });
    const stuck = await Promise.all(Array.from({ length: 3 }, () => place(world, shop)));
    await Promise.all(stuck.map((order) => order.intent("paypal")));
    await windowOver(world);
    await place(world, shop);
    await windowOver(world);
    expect(await expireOrders(world.services, 2)).toBe(1);
    expect(await held(world)).toBe(3);
  });

  test("a provider that neither confirms nor rejects a cancellation keeps the stock held", async ({
    world,
  }) => {
    const shop = await twoProviders(world, {
      cancel: () =>
        Promise.resolve({
          state: "open",
          capturedMinor: null,
          currency: "USD",
          issues: [],
          debugId: null,
        }),
    });
    const { id, client, intent } = await place(world, shop);
    await intent("paypal");
    await expect(client.orders.cancelOrder({ id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    expect(await held(world)).toBe(1);
  });
});

describe("edge cases of amounts", () => {
  test("an order that costs nothing is completed when placed, with one confirmation and no payment", async ({
    world,
  }) => {
    const shop = await twoProviders(world);
    await world.admin.query("update shop.shipping_rates set price_minor = 0");
    await world.admin.query(
      "insert into shop.discounts (store_id, id, code, type, value, usage_limit) values ($1, gen_random_uuid(), 'ALL', 'PERCENTAGE', 10000, 1)",
      [shop.storeId],
    );
    const shippingAddress = { name: "Ada", address: "1 Main St", city: "Austin", country: "US" };
    const body = {
      items: [{ variantId: shop.variantId, quantity: 3 }],
      discountCode: "all",
      total: 0,
      email: "ada@example.com",
      shippingAddress,
    };
    const place = (over: object = {}) =>
      world
        .client()
        .orders.createOrder(
          { storeId: shop.storeId, body: { ...body, ...over } },
          { idempotencyKey: "free" },
        );
    for (const [over, path] of [
      [{ email: undefined }, "email"],
      [{ shippingAddress: undefined }, "shippingAddress"],
    ] as const)
      await expect(place(over)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path }],
      });
    expect(await held(world)).toBe(0);

    const [order, again] = await Promise.all([place(), place()]);
    expect(again).toEqual(order);
    expect(order).toMatchObject({
      status: "PAID",
      paymentState: "COMPLETED",
      total: 0,
      payment: "Free order",
      expiresAt: null,
      paidAt: expect.any(String) as string,
    });
    const { id, orderKey } = order;
    const client = world.client({ orderKey });
    await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
      status: "COMPLETED",
      orderStatus: "PAID",
      retryable: false,
    });
    await expect(
      client.payments.createPaymentIntent({ id, body: { provider: "other" } }),
    ).rejects.toMatchObject({ code: "ORDER_ALREADY_PAID" });
    expect((await client.orders.getOrderInvoice({ id })).size).toBeGreaterThan(1000);
    expect(await expireOrders(world.services)).toBe(0);
    expect(await paymentsOf(world)).toEqual([]);
    // In TEST mode, a free order only holds its units for a limited time.
    expect(await held(world)).toBe(3);
    const mails = await world.admin.query(
      "select recipient from shop.mails where template = 'order-confirmation'",
    );
    expect(mails.rows).toEqual([{ recipient: "ada@example.com" }]);
    expect(await imbalances(world)).toEqual([]);
    // The code can be used only once, so it is now used up.
    await expect(
      world.client().orders.createOrder({ storeId: shop.storeId, body }),
    ).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
  });

  test("a captured amount that differs from the order's completes nothing", async ({ world }) => {
    const { intent, decide, pay } = await place(world, await twoProviders(world));
    const { id } = await intent();
    await decide(id, "approve");
    await world.admin.query("update shop.test_payments set amount_minor = amount_minor - 1");
    await expect(pay(id)).resolves.toMatchObject({ status: "PENDING", orderStatus: "PENDING" });
    expect(await held(world)).toBe(1);
  });
});
