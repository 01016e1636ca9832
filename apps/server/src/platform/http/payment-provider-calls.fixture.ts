import type { World } from "#tests/world.ts";
import type { PaymentProvider } from "@vetrina/contract/enumerations";
import type { Gateway } from "../../gateways/provider.ts";
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
    accept(world, "MOLLIE");
    await forget(world, storeId, "MOLLIE");
    return {
      body: { provider: "mollie", environment: "sandbox", credentials: { apiKey: "test_abc" } },
    };
  },
  "payments.createClientToken": async ({ storeId }, world) => {
    accept(world, "PAYPAL", { createClientToken: async () => "token" });
    await forget(world, storeId, "PAYPAL");
    const id = await seedPaymentProvider(world, storeId, "PAYPAL");
    await queryable(world.admin).run(
      sql`update shop.payment_providers set is_active = true where id = ${id}`,
    );
    return { body: { provider: "paypal" } };
  },
  "payments.updateExpressShipping": async ({ storeId, paymentIntentId }, world) => {
    accept(world, "OTHER", { express: { change: async () => {}, readWallet: neverAsked } });
    await queryable(world.admin).run(
      sql`update shop.orders set is_express = true where store_id = ${storeId}`,
    );
    const destination = { country: "US", region: "TX", postalCode: "78701" };
    return { body: { provider: "other", paymentIntentId, destination } };
  },
  "payments.updatePaymentProvider": () => ({ body: { isActive: false } }),
  "payments.deletePaymentProvider": async ({ storeId }, world) => {
    await forget(world, storeId, "PAYPAL");
    return { params: { id: await seedPaymentProvider(world, storeId, "PAYPAL") } };
  },
};

const neverAsked = () => Promise.reject(new Error("This call doesn't read the wallet."));

/** Replaces a provider's gateway with one that doesn't call the provider. */
function accept({ services }: World, accepted: PaymentProvider, over: Partial<Gateway> = {}): void {
  const { gateways } = services;
  const test = createTestGateway(services.database, services.now);
  services.gateways = {
    ...gateways,
    find: (provider, environment, account) =>
      provider === accepted
        ? { ...test, provider, environment, name: "Accepted", ...over }
        : gateways.find(provider, environment, account),
  };
}

async function forget(world: World, storeId: string, provider: string): Promise<void> {
  await queryable(world.admin).run(sql`
    delete from shop.payment_providers where store_id = ${storeId} and provider = ${provider}`);
}
