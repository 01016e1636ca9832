import type { World } from "#tests/world.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { queryable, sql } from "../database/sql.ts";
import { seedPaymentProvider, type Shop } from "./contract.fixture.ts";

type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };

/** Valid input of the calls about payment providers, for valid-calls.fixture.ts. */
export const paymentProviderCalls: Record<
  string,
  (shop: Shop, world: World) => CallInput | Promise<CallInput>
> = {
  "payments.createPaymentProvider": async ({ storeId }, world) => {
    acceptMollie(world);
    await forget(world, storeId, "MOLLIE");
    return {
      body: { provider: "mollie", environment: "sandbox", credentials: { apiKey: "test_abc" } },
    };
  },
  "payments.updatePaymentProvider": () => ({ body: { isActive: false } }),
  "payments.deletePaymentProvider": async ({ storeId }, world) => {
    await forget(world, storeId, "PAYPAL");
    return { params: { id: await seedPaymentProvider(world, storeId, "PAYPAL") } };
  },
};

/** A gateway that calls no provider. */
function acceptMollie({ services }: World): void {
  const { gateways } = services;
  const test = createTestGateway(services.database, services.now);
  services.gateways = {
    ...gateways,
    find: (provider, environment, account) =>
      provider === "MOLLIE"
        ? { ...test, provider, environment, name: "Mollie" }
        : gateways.find(provider, environment, account),
  };
}

async function forget(world: World, storeId: string, provider: string): Promise<void> {
  await queryable(world.admin).run(sql`
    delete from shop.payment_providers where store_id = ${storeId} and provider = ${provider}`);
}
