import { expect } from "vitest";
import { seedStore } from "../seed.ts";
import { test } from "../world.ts";
import { createTestGateway } from "../../apps/server/src/gateways/test.ts";
import { seedPayments } from "../../demo/seed/payments.ts";

test("a start with stand-ins gives a store their providers, without anybody who is signed in", async ({
  world,
}) => {
  const { services } = world;
  const real = createTestGateway(services.database, services.now);
  services.gateways = {
    find: (provider, environment) => ({ ...real, provider, environment }),
    sandbox: {},
    nameOf: (provider) => provider,
  };
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  // An interrupted start is completed by the next one.
  for (let starts = 0; starts < 2; starts += 1) await seedPayments(ctx, "sorvela");
  const { items } = await world.client().payments.listPaymentProviders({ storeId });
  expect(items.map(({ provider }) => provider)).toEqual(["STRIPE", "PAYPAL", "MOLLIE", "OTHER"]);
});
