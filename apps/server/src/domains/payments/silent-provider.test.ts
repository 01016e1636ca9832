// @module-tag slow

import { pino } from "pino";
import { describe, expect, vi } from "vitest";
import { test, type World } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { GatewayUnknown, type Gateway } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { openShop } from "../shipments/shipments.fixture.ts";

const callers = 20;
const noAnswer = () => Promise.reject(new GatewayUnknown("no answer"));

describe("a provider that doesn't answer", () => {
  test("is asked by one caller of a payment at a time, and the others share the answer", async ({
    world,
  }) => {
    const shop = await openShop(world, { environment: "TEST" });
    const order = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    const { payments } = world.client({ orderKey: order.orderKey });
    const open = () => payments.createPaymentIntent({ id: order.id, body: { provider: "other" } });

    const opening = silent(world, "create");
    const failing = Promise.allSettled(Array.from({ length: callers }, open));
    await opening.untilAsked(callers);
    expect(opening.asked()).toBe(1);
    opening.fail();
    const failed = { status: "rejected", reason: { code: "PROVIDER_ERROR" } };
    expect(await failing).toMatchObject(Array.from({ length: callers }, () => failed));

    const again = silent(world, "create");
    const opened = Promise.all(Array.from({ length: callers }, open));
    await again.untilAsked(callers);
    expect(again.asked()).toBe(1);
    again.answer({ providerId: "pay_1", clientSecret: null });
    const ids = (await opened).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(["pay_1"]));

    const capturing = silent(world, "capture");
    const body = { provider: "other", paymentIntentId: "pay_1" } as const;
    const paying = Promise.all(
      Array.from({ length: callers }, () => payments.processPayment({ id: order.id, body })),
    );
    await capturing.untilAsked(callers);
    expect(capturing.asked()).toBe(1);
    capturing.fail();
    expect(await paying).toMatchObject(
      Array.from({ length: callers }, () => ({ status: "PENDING" })),
    );
  });

  test("is logged once a minute for its store, without a stack", async ({ world }) => {
    const lines: object[] = [];
    world.services.log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    expect(world.app).toBeDefined();
    const shops = [
      await openShop(world, { environment: "TEST" }),
      await openShop(world, { environment: "TEST", slug: "other" }),
    ];
    const gateway = createTestGateway(world.services.database, world.services.now);
    world.services.gateways = gatewaysOf([{ ...gateway, create: noAnswer }]);
    lines.length = 0;
    for (const shop of shops)
      for (let i = 0; i < 3; i += 1) {
        const { id, orderKey } = await shop.place([{ variantId: shop.first, quantity: 1 }]);
        const { payments } = world.client({ orderKey });
        await expect(
          payments.createPaymentIntent({ id, body: { provider: "other" } }),
        ).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
      }
    const written = lines.filter((line) => "level" in line && Number(line.level) >= 40);
    const storeIds = written.flatMap((line) => ("storeId" in line ? [line.storeId] : []));
    // One line of the call to the provider, and one of the answer.
    expect(storeIds).toEqual(shops.flatMap(({ storeId }) => [storeId, storeId]));
    expect(written).toHaveLength(storeIds.length);
    expect(JSON.stringify(written)).not.toContain("stack");
  });
});

/** Replaces the provider by one that answers requests of a kind only when told to. */
function silent(world: World, kind: "create" | "capture") {
  const { promise, resolve, reject } = Promise.withResolvers<never>();
  const gateway: Gateway = createTestGateway(world.services.database, world.services.now);
  const changed = kind === "create" ? { create: ask } : { capture: ask };
  const gateways = gatewaysOf([{ ...gateway, ...changed }]);
  let [found, asked] = [0, 0];
  function ask() {
    asked += 1;
    return promise;
  }
  world.services.gateways = {
    ...gateways,
    find(...wanted) {
      found += 1;
      return gateways.find(...wanted);
    },
  };
  return {
    asked: () => asked,
    /** Resolves once so many callers are about to ask. */
    async untilAsked(count: number) {
      await vi.waitFor(() => expect(found).toBeGreaterThanOrEqual(count), { timeout: 20_000 });
      await vi.waitFor(() => expect(asked).toBeGreaterThan(0));
      await new Promise((resume) => setTimeout(resume, 50));
    },
    fail: () => reject(new GatewayUnknown("no answer")),
    answer: (value: object) => resolve(value as never),
  };
}
