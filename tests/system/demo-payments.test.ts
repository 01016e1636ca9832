// @module-tag slow

import { describe, expect } from "vitest";
import { seedPayments } from "../../demo/seed/payments.ts";
import { member } from "../../apps/server/src/domains/roles/roles.fixture.ts";
import {
  listen,
  openPayment,
  processEvents,
  storedEvents,
  takeMoney,
} from "../../apps/server/src/domains/webhooks/webhooks.fixture.ts";
import { start } from "@vetrina/payment-standins/start";
import { createGateways } from "../../apps/server/src/gateways/create-gateways.ts";
import { seedProduct, seedStore } from "../seed.ts";
import { test, type World } from "../world.ts";

const slug = "sorvela";

/** A demo store on a server that listens on a port and uses the stand-ins. */
async function demoStore(world: World) {
  const { origin, standins } = await listen(world);
  const mollie = await start("mollie");
  const { services } = world;
  services.publicUrl = origin;
  services.gateways = createGateways(services.database, services.now, {
    ...services.gateways.sandbox,
    MOLLIE: mollie.origin,
  });
  const storeId = await seedStore(world, { slug });
  const owner = await member(world, storeId, "ADMIN");
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  return {
    storeId,
    variantId: variantIds[0] ?? "",
    origin,
    standins,
    owner,
    seed: async () => seedPayments(await world.system(storeId), slug),
    async webhooks() {
      const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
      return items.map(({ provider, webhook }) => [provider, webhook?.state, webhook?.url]);
    },
    [Symbol.asyncDispose]: () => mollie.stop(),
  };
}

const registered = (origin: string) => [
  ["MOLLIE", "NOT_NEEDED", null],
  ["OTHER", "NOT_NEEDED", null],
  ["PAYPAL", "REGISTERED", `${origin}/api/v1/webhooks/paypal`],
  ["STRIPE", "REGISTERED", `${origin}/api/v1/webhooks/stripe`],
];

describe("payments of the demo with the stand-ins", () => {
  test("register webhooks, and again after the server's URL changed or a stand-in lost them", async ({
    world,
  }) => {
    await using demo = await demoStore(world);
    await demo.seed();
    expect(await demo.webhooks()).toEqual(registered(demo.origin));
    await demo.seed();
    expect(await demo.webhooks()).toEqual(registered(demo.origin));
    world.services.publicUrl = "http://localhost:3999";
    await demo.seed();
    expect(await demo.webhooks()).toEqual(registered("http://localhost:3999"));
    await demo.standins.stripe.control.reset();
    await demo.seed();
    expect(await demo.webhooks()).toEqual(registered("http://localhost:3999"));
  });

  test("keep a different account that an owner entered", async ({ world }) => {
    await using demo = await demoStore(world);
    const own = { clientId: "my-own", credentials: { clientSecret: "mine" } };
    await demo.owner.payments.createPaymentProvider({
      storeId: demo.storeId,
      body: { provider: "paypal", environment: "sandbox", ...own },
    });
    await demo.seed();
    const { items } = await demo.owner.payments.listPaymentProviders({
      storeId: demo.storeId,
      all: true,
    });
    const paypal = items.find(({ provider }) => provider === "PAYPAL");
    expect(paypal).toMatchObject({ clientId: "my-own", credentialNames: ["clientSecret"] });
  });

  test.for(["paypal", "stripe"] as const)(
    "are completed by a late event of %s",
    async (provider, { world }) => {
      await using demo = await demoStore(world);
      await demo.seed();
      const standin = demo.standins[provider];
      const shop = { ...demo, provider, standin };
      const payment = await openPayment(world, shop);
      await takeMoney(shop, payment, slug);
      expect(await payment.status()).toBe("PENDING");
      await standin.control.webhooks.mode({ hold: false });
      await standin.control.webhooks.release();
      await standin.control.webhooks.drain();
      expect((await storedEvents(world)).length).toBeGreaterThan(0);
      await processEvents(world);
      expect(await payment.status()).toBe("COMPLETED");
    },
  );
});
