import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { GatewayUnknown } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { jobRows } from "../../platform/jobs/jobs.fixture.ts";
import { reconcilePayments } from "./jobs.ts";
import { paymentsOf, place, twoProviders } from "./payments.fixture.ts";
import { reconcile } from "./reconcile.fixture.ts";

test("a payment whose job was given up is looked up again after six hours, and completed", async ({
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

test("while the provider stays away, it is asked once each six hours and the job stays failed", async ({
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

test("a payment that was settled otherwise is not looked up again", async ({ world }) => {
  const { provider } = await withGivenUpJob(world);
  provider.asked = 0;
  await world.admin.query("update shop.payments set state = 'failed'");
  await hoursPass(world, 6);
  await reconcile(world);
  expect(provider.asked).toBe(0);
});

/** An order whose payment was captured without an answer, and whose job has used up its attempts. */
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
