// @module-tag slow

import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { GatewayUnknown, type PaymentFact } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { reconcile } from "./reconcile.fixture.ts";
import {
  type Decision,
  declined,
  fact,
  paymentsOf,
  place,
  twoProviders,
} from "./payments.fixture.ts";

describe("idempotency keys at the provider", () => {
  test("each capture attempt has its own key, and a call with a lost response is repeated with the same key", async ({
    world,
  }) => {
    const keys: string[] = [];
    const answers: PaymentFact["state"][] = ["declined", "open"];
    const shop = await twoProviders(world, {
      capture: ({ key }) => {
        keys.push(key);
        const state = answers.shift();
        if (state === undefined) return Promise.reject(new GatewayUnknown("no answer"));
        return Promise.resolve({ ...fact(state), issues: state === "declined" ? [declined] : [] });
      },
    });
    const { intent, pay } = await place(world, shop);
    const { id } = await intent("paypal");
    await expect(pay(id, "paypal")).resolves.toMatchObject({ reason: "declined" });
    await expect(pay(id, "paypal")).resolves.toMatchObject({ status: "FAILED" });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(pay(id, "paypal")).resolves.toMatchObject({ status: "PENDING" });
    const [payment] = await paymentsOf(world);
    expect(keys).toEqual([1, 2, 3, 3].map((n) => `${payment?.id}:${n}`));
  });

  test("the test provider repeats its response to a key, and accepts a key for one payment only", async ({
    world,
  }) => {
    const gateway = createTestGateway(world.services.database, world.services.now);
    const since = new Date();
    const newPayment = {
      since,
      amountMinor: 100,
      currency: "USD",
      returnUrl: null,
      webhookUrl: null,
    };
    const open = (key: string) => gateway.create({ ...newPayment, key, orderId: key });
    const decide = (id: string, decision: Decision) =>
      world.client().payments.decideTestPayment({ id, body: { decision } });
    const { providerId } = await open("a");
    await decide(providerId, "decline");
    const first = await gateway.capture({ key: "a:1", since, providerId });
    expect(first).toMatchObject({ state: "declined", issues: [declined] });
    await decide(providerId, "approve");
    expect(await gateway.capture({ key: "a:1", since, providerId })).toEqual(first);
    await decide(providerId, "timeout");
    const twins = await Promise.allSettled(
      Array.from({ length: 8 }, () => gateway.capture({ key: "a:2", since, providerId })),
    );
    expect(twins.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await gateway.capture({ key: "a:2", since, providerId })).toMatchObject({
      state: "completed",
      capturedMinor: 100,
    });
    const { providerId: other } = await open("b");
    await expect(gateway.capture({ key: "a:2", since, providerId: other })).rejects.toThrow(
      "does not know this payment",
    );
    expect(await gateway.get(other)).toMatchObject({ state: "open" });
  });

  test("a late decline does not end the next capture attempt", async ({ world }) => {
    const late = Promise.withResolvers<PaymentFact>();
    const called = Promise.withResolvers<void>();
    let calls = 0;
    const shop = await twoProviders(world, {
      get: () => Promise.resolve(fact("open")),
      capture: () => {
        calls += 1;
        if (calls > 1) return Promise.reject(new GatewayUnknown("no answer"));
        called.resolve();
        return late.promise;
      },
    });
    const { intent, pay } = await place(world, shop);
    const { id } = await intent("paypal");
    const first = pay(id, "paypal");
    await called.promise;
    await reconcile(world);
    await expect(pay(id, "paypal")).resolves.toMatchObject({ status: "PENDING" });
    late.resolve({ ...fact("declined"), issues: [declined] });
    await expect(first).resolves.toMatchObject({ status: "PENDING" });
    expect((await paymentsOf(world)).map(({ state }) => state)).toEqual(["processing"]);
  });
});
