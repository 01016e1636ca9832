import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { type Gateway, GatewayUnknown } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { expireOrders } from "../orders/jobs.ts";
import { member } from "../roles/roles.fixture.ts";
import { reconcile } from "./reconcile.fixture.ts";
import { captures, held, paymentsOf, place, windowOver } from "./payments.fixture.ts";

/**
 * Creates a TEST store with the test provider, and a function that switches its mode. `live` replaces functions of the
 * provider in LIVE mode.
 */
async function shop(world: World, over: { test?: Partial<Gateway>; live?: Partial<Gateway> } = {}) {
  const made = createTestGateway(world.services.database, world.services.now);
  world.services.gateways = gatewaysOf([
    { ...made, ...over.test },
    { ...made, environment: "LIVE", name: "Real money", ...over.live },
  ]);
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 500 });
  await world.admin.query(
    "insert into shop.payment_providers (store_id, id, provider, environment) values ($1, gen_random_uuid(), 'OTHER', 'LIVE')",
    [storeId],
  );
  const owner = await member(world, storeId, "ADMIN");
  const change = (environment: "TEST" | "LIVE") =>
    owner.stores.updateStore({ id: storeId, body: { environment } });
  const order = () => place(world, { storeId, variantId: variantIds[0] ?? "" });
  return { storeId, order, change };
}

async function paidOrders(world: World): Promise<number | null> {
  return (await world.admin.query("select from shop.orders where paid_at is not null")).rowCount;
}

const refused = { code: "INVALID_TRANSITION", statusCode: 409 };

describe("a test payment", () => {
  test("is rejected and canceled once the store is LIVE, and the order can be paid with real money", async ({
    world,
  }) => {
    const { order, change } = await shop(world);
    const { intent, decide, pay, client, id } = await order();
    const { id: opened } = await intent();
    await decide(opened, "approve");
    await change("LIVE");
    const { rows } = await world.admin.query("select state from shop.test_payments");
    expect(rows).toEqual([{ state: "cancelled" }]);
    expect(await paymentsOf(world)).toMatchObject([{ state: "cancelled" }]);
    await expect(pay(opened)).rejects.toMatchObject(refused);
    expect(await captures(world)).toBe(0);
    expect(await client.orders.getOrder({ id })).toMatchObject({ status: "PENDING" });
    const { id: real } = await intent();
    await decide(real, "approve");
    await expect(pay(real)).resolves.toMatchObject({ status: "COMPLETED", orderStatus: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("that could not be canceled is rejected too, and is canceled when its order ends", async ({
    world,
  }) => {
    const { order, change } = await shop(world, {
      test: { cancel: () => Promise.reject(new Error("no answer")) },
    });
    const { intent, decide, pay } = await order();
    const { id: opened } = await intent();
    await decide(opened, "approve");
    await change("LIVE");
    expect(await paymentsOf(world)).toMatchObject([{ state: "created" }]);
    await expect(pay(opened)).rejects.toMatchObject(refused);
    expect(await captures(world)).toBe(0);
    world.services.gateways = gatewaysOf([
      createTestGateway(world.services.database, world.services.now),
    ]);
    await windowOver(world);
    expect(await expireOrders(world.services)).toBe(1);
    expect(await held(world)).toBe(0);
  });

  test("that is canceled during its capture leaves the order waiting for payment", async ({
    world,
  }) => {
    const [called, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { order, change } = await shop(world, {
      test: {
        async capture() {
          called.resolve();
          await release.promise;
          throw new GatewayUnknown("no answer");
        },
      },
    });
    const { intent, decide, pay, client, id } = await order();
    const { id: opened } = await intent();
    await decide(opened, "approve");
    const paying = pay(opened);
    await called.promise;
    await change("LIVE");
    release.resolve();
    await paying;
    expect(await paymentsOf(world)).toMatchObject([{ state: "cancelled" }]);
    expect(await client.orders.getOrder({ id })).toMatchObject({
      status: "PENDING",
      paymentState: "PENDING",
    });
  });

  test("captured while the store switches to LIVE does not pay the order", async ({ world }) => {
    const own = createTestGateway(world.services.database, world.services.now);
    const [called, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { order, change } = await shop(world, {
      test: {
        async capture(input) {
          const fact = await own.capture(input);
          called.resolve();
          await release.promise;
          return fact;
        },
      },
    });
    const { intent, decide, pay, client, id } = await order();
    const { id: opened } = await intent();
    await decide(opened, "approve");
    const paying = pay(opened);
    await called.promise;
    await change("LIVE");
    release.resolve();
    expect(await paying).toMatchObject({ status: "FAILED", orderStatus: "PENDING" });
    expect(await client.orders.getOrder({ id })).toMatchObject({ status: "PENDING", paidAt: null });
    expect(await imbalances(world)).toEqual([]);
    await windowOver(world);
    await expireOrders(world.services);
    expect(await held(world)).toBe(0);
  });

  test("whose response was lost before the switch to LIVE does not pay the order when it is reconciled", async ({
    world,
  }) => {
    const { order, change } = await shop(world, {
      test: { cancel: () => Promise.reject(new Error("no answer")) },
    });
    const { intent, decide, pay } = await order();
    const { id: opened } = await intent();
    await decide(opened, "timeout");
    await expect(pay(opened)).resolves.toMatchObject({ status: "PENDING" });
    await change("LIVE");
    await expect(pay(opened)).rejects.toMatchObject(refused);
    await reconcile(world);
    expect(await paidOrders(world)).toBe(0);
    expect(await paymentsOf(world)).toMatchObject([{ state: "cancelled" }]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("that is one of a hundred captured during the switch to LIVE pays no order after the switch", async ({
    world,
  }) => {
    const { storeId, order, change } = await shop(world);
    const orders = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const made = await order();
        const { id: opened } = await made.intent();
        await made.decide(opened, "approve");
        return { ...made, opened };
      }),
    );
    const calls = orders.map(({ pay, opened }, i) =>
      i === 30 ? change("LIVE") : pay(opened).catch((error: unknown) => error),
    );
    await Promise.all(calls);
    const { rows } = await world.admin.query(
      `select o.id from shop.orders o join shop.stores s on s.id = o.store_id
       where s.id = $1 and o.paid_at > s.updated_at`,
      [storeId],
    );
    expect(rows).toEqual([]);
    const open = await world.admin.query(
      "select from shop.payments where environment = 'TEST' and state in ('created', 'processing')",
    );
    expect(open.rowCount).toBe(0);
    expect(await imbalances(world)).toEqual([]);
    const late = orders[30];
    await expect(late?.pay(late.opened)).rejects.toMatchObject(refused);
  });
});

describe("a payment with real money", () => {
  test("is canceled if it is open when the store switches back to TEST, and counts if it was captured", async ({
    world,
  }) => {
    const own = createTestGateway(world.services.database, world.services.now);
    const [called, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let waits = false;
    const { order, change } = await shop(world, {
      live: {
        async capture(input) {
          const fact = await own.capture(input);
          called.resolve();
          if (waits) await release.promise;
          return fact;
        },
      },
    });
    await change("LIVE");
    const [open, taken] = [await order(), await order()];
    const { id: first } = await open.intent();
    const { id: second } = await taken.intent();
    await open.decide(first, "approve");
    await taken.decide(second, "approve");
    waits = true;
    const paying = taken.pay(second);
    await called.promise;
    await change("TEST");
    release.resolve();
    expect(await paying).toMatchObject({ status: "COMPLETED", orderStatus: "PAID" });
    await expect(open.pay(first)).rejects.toMatchObject(refused);
    const { id: again } = await open.intent();
    expect(again).not.toBe(first);
    expect(await captures(world)).toBe(1);
    expect(await imbalances(world)).toEqual([]);
  });
});
