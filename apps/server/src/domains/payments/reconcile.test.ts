// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { GatewayUnknown } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { jobRows, makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { expireOrders } from "../orders/jobs.ts";
import { member } from "../roles/roles.fixture.ts";
import { findUnsettledPayments, reconcilePayments } from "./jobs.ts";
import { fact, held, paymentsOf, place, twoProviders, windowOver } from "./payments.fixture.ts";
import { reconcile } from "./reconcile.fixture.ts";

test("a payment whose job used up its attempts is checked again after six hours and completed", async ({
  world,
}) => {
  const { provider, status } = await withGivenUpJob(world);
  provider.isAway = false;
  await hoursPass(world, 5);
  expect(await reconcile(world)).toBe(0);
  await hoursPass(world, 1);
  expect(await reconcile(world)).toBe(1);
  await expect(status()).resolves.toMatchObject({ status: "COMPLETED", orderStatus: "PAID" });
  expect(await jobRows(world, reconcilePayments.kind)).toEqual([]);
  expect(await imbalances(world)).toEqual([]);
});

test("a provider that stays unavailable is asked once every six hours, and the job stays failed", async ({
  world,
}) => {
  const { provider } = await withGivenUpJob(world);
  provider.asked = 0;
  for (const asked of [1, 2]) {
    await hoursPass(world, 6);
    await reconcile(world);
    await reconcile(world);
    expect(provider.asked).toBe(asked);
    expect(await jobRows(world, reconcilePayments.kind)).toMatchObject([
      { failed: true, last_error: expect.stringContaining("no answer") as string },
    ]);
  }
});

test("a payment that was settled in another way is not checked again", async ({ world }) => {
  const { provider } = await withGivenUpJob(world);
  provider.asked = 0;
  await world.admin.query("update shop.payments set state = 'failed'");
  await hoursPass(world, 6);
  await reconcile(world);
  expect(provider.asked).toBe(0);
});

test("a different captured amount is shown to staff once, and checked again with backoff", async ({
  world,
}) => {
  let asked = 0;
  const gateway = createTestGateway(world.services.database, world.services.now);
  const shop = await twoProviders(world, {
    async get(id) {
      asked += 1;
      return { ...(await gateway.get(id)), capturedMinor: 1 };
    },
  });
  const { id, client, intent, decide, pay } = await place(world, shop);
  const { id: payment } = await intent("paypal");
  await decide(payment, "timeout");
  await pay(payment, "paypal");
  await reconcile(world);
  await reconcile(world);
  expect(asked).toBe(2);
  // The job is waiting, so no other job is added.
  expect(await findUnsettledPayments(world.services, "0 seconds")).toBe(0);
  expect(await jobRows(world, reconcilePayments.kind)).toMatchObject([{ failed: false }]);
  await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
    status: "PENDING",
    retryable: false,
  });
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const { items } = await staff.orders.listOrderEvents({ id });
  const [row] = await paymentsOf(world);
  expect(items.filter(({ kind }) => kind === "payment-problem")).toMatchObject([
    {
      data: {
        paymentId: row?.id,
        issue: "AMOUNT_MISMATCH",
        capturedMinor: 1,
        amountMinor: Number(row?.amount_minor),
      },
    },
  ]);
});

test("a different captured amount is shown to staff once, however often the buyer's own calls find it", async ({
  world,
}) => {
  const shop = await twoProviders(world, { capture: async () => fact("completed", 1) });
  const { id, intent, decide, pay } = await place(world, shop);
  const { id: payment } = await intent("paypal");
  await decide(payment, "approve");
  for (let i = 0; i < 3; i += 1) await pay(payment, "paypal");
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const { items } = await staff.orders.listOrderEvents({ id });
  expect(items.filter(({ kind }) => kind === "payment-problem")).toHaveLength(1);
});

test("a provider that can't cancel an expired order's payment is asked again with backoff", async ({
  world,
}) => {
  let asked = 0;
  const shop = await twoProviders(world, {
    cancel() {
      asked += 1;
      return Promise.reject(new GatewayUnknown("no answer"));
    },
  });
  const { intent } = await place(world, shop);
  await intent("paypal");
  await windowOver(world);
  for (let sweeps = 0; sweeps < 10; sweeps += 1) await expireOrders(world.services);
  expect(asked).toBe(3);
  // Until the delay has passed, sweeps don't even read the order.
  const due = async () =>
    (
      await world.admin.query("select from door.expired_orders(100, '-infinity', $1)", [
        shop.storeId,
      ])
    ).rowCount;
  expect(await due()).toBe(0);
  await world.admin.query("update shop.payments set cancel_after = now() - interval '1 second'");
  expect(await due()).toBe(1);
  for (let sweeps = 0; sweeps < 10; sweeps += 1) await expireOrders(world.services);
  expect(asked).toBe(4);
  expect(await held(world)).toBe(1);
});

/**
 * Creates an order whose payment was captured although the response was lost, and whose job has used up its attempts.
 */
async function withGivenUpJob(world: World) {
  const provider = { isAway: true, asked: 0 };
  const gateway = createTestGateway(world.services.database, world.services.now);
  const shop = await twoProviders(world, {
    get(id) {
      provider.asked += 1;
      return provider.isAway ? Promise.reject(new GatewayUnknown("no answer")) : gateway.get(id);
    },
  });
  const { id, client, intent, decide, pay } = await place(world, shop);
  const { id: payment } = await intent("paypal");
  await decide(payment, "timeout");
  await pay(payment, "paypal");
  await reconcile(world);
  await world.admin.query("update shop.jobs set attempts = $1 where kind = $2", [
    (reconcilePayments.maxAttempts ?? 0) - 1,
    reconcilePayments.kind,
  ]);
  await reconcile(world);
  expect(await jobRows(world, reconcilePayments.kind)).toMatchObject([{ failed: true }]);
  expect((await paymentsOf(world)).map(({ state }) => state)).toEqual(["processing"]);
  return { provider, status: () => client.payments.getPaymentStatus({ id }) };
}

function hoursPass({ admin }: World, hours: number) {
  return admin.query(
    "update shop.jobs set failed_at = failed_at - make_interval(hours => $1) where failed_at is not null",
    [hours],
  );
}

test("the rest of a part-paid order is found after the payment window if nothing told of it", async ({
  world,
}) => {
  const shop = await twoProviders(world, { get: async () => fact("completed", due) });
  const { id, intent, client } = await place(world, shop);
  const { rows } = await world.admin.query<{ total: string }>(
    "update shop.orders set expires_at = null, paid_minor = 1000 where id = $1 returning total_minor as total",
    [id],
  );
  const due = Number(rows[0]?.total) - 1000;
  await intent("paypal");
  expect(await runJobs(world.services, { jobs: [reconcilePayments] })).toBe(0);
  await makeDue(world);
  expect(await runJobs(world.services, { jobs: [reconcilePayments] })).toBe(1);
  await expect(client.payments.getPaymentStatus({ id })).resolves.toMatchObject({
    orderStatus: "PAID",
  });
});

test("an order that expires isn't asked about earlier", async ({ world }) => {
  const { intent } = await place(world, await twoProviders(world));
  await intent("paypal");
  expect(await jobRows(world, reconcilePayments.kind)).toEqual([]);
});
