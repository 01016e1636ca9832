import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import type { Gateway, PaymentFact } from "../../gateways/provider.ts";
import { createTestGateway } from "../../gateways/test.ts";

export type Decision = "approve" | "decline" | "fail" | "timeout";

/**
 * Creates a store with two providers: the test provider, and a second one under the name PayPal that works like it,
 * with the functions in `over` replaced.
 */
export async function twoProviders(world: World, over: Partial<Gateway> = {}) {
  const first = createTestGateway(world.services.database, world.services.now);
  const second: Gateway = { ...first, provider: "PAYPAL", name: "Second", ...over };
  world.services.gateways = gatewaysOf([first, second]);
  const storeId = await seedStore(world);
  await world.admin.query(
    "insert into shop.payment_providers (store_id, id, provider, environment) values ($1, gen_random_uuid(), 'PAYPAL', 'TEST')",
    [storeId],
  );
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  return { storeId, variantId: variantIds[0] ?? "" };
}

export async function place(world: World, shop: { storeId: string; variantId: string }) {
  const { storeId, variantId } = shop;
  const body = { items: [{ variantId, quantity: 1 }] };
  const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
  const client = world.client({ orderKey });
  return {
    id,
    client,
    intent: (provider = "other") => client.payments.createPaymentIntent({ id, body: { provider } }),
    decide: (payment: string, decision: Decision) =>
      client.payments.decideTestPayment({ id: payment, body: { decision } }),
    pay: (paymentIntentId: string, provider = "other") =>
      client.payments.processPayment({ id, body: { provider, paymentIntentId } }),
  };
}

export const captures = async (world: World) =>
  (await world.admin.query("select from shop.test_payments where state = 'captured'")).rowCount;
export const held = async (world: World) =>
  (await world.admin.query<{ n: number }>("select sum(reserved)::int n from shop.inventory_levels"))
    .rows[0]?.n;
export const windowOver = (world: World) =>
  world.admin.query(
    "update shop.orders set expires_at = now() - interval '1 second' where expires_at is not null",
  );

export function fact(
  state: PaymentFact["state"],
  capturedMinor: number | null = null,
): PaymentFact {
  return { state, capturedMinor, currency: "USD", issues: [], debugId: null };
}

export const declined = {
  issue: "INSTRUMENT_DECLINED",
  description: "The instrument presented was either declined by the processor or bank.",
};

type Row = { id: string; state: string; amount_minor: string };

export async function paymentsOf(world: World): Promise<Row[]> {
  const found = await world.admin.query<Row>(
    "select id, state, amount_minor from shop.payments order by id",
  );
  return found.rows;
}

/** A `cancel` for a gateway. Each of its first `times` calls adds another open payment of the same order. */
export function reopening(world: World, times: number) {
  const canceled: string[] = [];
  const cancel: Gateway["cancel"] = async (providerId) => {
    canceled.push(providerId);
    if (canceled.length <= times)
      await world.admin.query(
        `insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
         select store_id, gen_random_uuid(), order_id, provider, environment, gen_random_uuid()::text, amount_minor, currency, 'created'
         from shop.payments where provider_id = $1`,
        [providerId],
      );
    return fact("cancelled");
  };
  return { cancel, canceled };
}
