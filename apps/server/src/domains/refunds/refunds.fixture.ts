import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { member, type Person } from "../roles/roles.fixture.ts";
import { findUnsettledRefunds, settleRefunds } from "./jobs.ts";

export type RefundShop = {
  storeId: string;
  /** Two products, 33.34 and 10.00 without tax, with `stock` units each (100 if absent). */
  variantIds: [string, string];
  staff: Person;
};

export type Over = NonNullable<Parameters<typeof seedStore>[1]> & {
  /** Units of each product. */
  stock?: number;
};

/** Creates a LIVE store whose payments are processed by the test provider, so that units are really sold. */
export async function refundShop(
  world: World,
  { stock = 100, ...over }: Over = {},
): Promise<RefundShop> {
  const storeId = await seedStore(world, { environment: "LIVE", taxBasisPoints: 0, ...over });
  liveTestGateway(world);
  await world.admin.query(
    `insert into shop.payment_providers (store_id, id, provider, environment)
     values ($1, gen_random_uuid(), 'OTHER', 'LIVE') on conflict do nothing`,
    [storeId],
  );
  const first = await seedProduct(world, storeId, { priceMinor: 3334, stock });
  const second = await seedProduct(world, storeId, { priceMinor: 1000, stock });
  return {
    storeId,
    variantIds: [first.variantIds[0] ?? "", second.variantIds[0] ?? ""],
    staff: await member(world, storeId, ["MANAGE_ORDERS"]),
  };
}

/** Makes the test provider serve LIVE mode as well as TEST mode. */
function liveTestGateway({ services }: World): void {
  const test = services.gateways.find("OTHER", "TEST");
  if (test === null || services.gateways.find("OTHER", "LIVE") !== null) return;
  services.gateways = {
    sandbox: {},
    find: (provider, environment) => (provider === "OTHER" ? { ...test, environment } : null),
    nameOf: (provider) => (provider === "OTHER" ? test.name : null),
  };
}

/** Places an unpaid order with these quantities of the two products. */
export async function placeOrder(
  world: World,
  { storeId, variantIds }: RefundShop,
  quantities: readonly [number, number] = [3, 1],
) {
  const items = quantities.flatMap((quantity, i) =>
    quantity > 0 ? [{ variantId: variantIds[i] ?? "", quantity }] : [],
  );
  const order = await world
    .client()
    .orders.createOrder({ storeId, body: { items, email: "ada@example.com" } });
  return { ...order, buyer: world.client({ orderKey: order.orderKey }) };
}

export type Placed = Awaited<ReturnType<typeof placeOrder>>;

/** Pays the amount due with the provider. */
export async function payAll({ id, buyer }: Pick<Placed, "id" | "buyer">): Promise<void> {
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  await buyer.payments.processPayment({
    id,
    body: { provider: "other", paymentIntentId: intent.id },
  });
}

export async function paidOrder(
  world: World,
  shop: RefundShop,
  quantities?: readonly [number, number],
): Promise<Placed> {
  const placed = await placeOrder(world, shop, quantities);
  await payAll(placed);
  return placed;
}

/**
 * Asks the providers about all refunds whose result is unknown, as the worker does later. Returns the number of jobs
 * that ran.
 */
export async function settle(world: World): Promise<number> {
  await findUnsettledRefunds(world.services, "0 seconds");
  await makeDue(world);
  return runJobs(world.services, { jobs: [settleRefunds] });
}

/** Counts a variant's units on hand at all locations. */
export async function onHand(world: World, variantId: string): Promise<number> {
  const { rows } = await world.admin.query<{ n: number }>(
    "select sum(on_hand)::int as n from shop.inventory_levels where variant_id = $1",
    [variantId],
  );
  return rows[0]?.n ?? 0;
}

/** Adds a second capture to an order, like the payment of the difference after a change. */
export async function addCapture(world: World, orderId: string, amountMinor: number) {
  const { rows } = await world.admin.query<{ id: string }>(
    `with at_provider as (
       insert into shop.test_payments (id, request_key, amount_minor, currency, state)
       values ('test_' || gen_random_uuid(), gen_random_uuid()::text, $2, 'USD', 'captured') returning id),
     paid as (update shop.orders set paid_minor = paid_minor + $2 where id = $1)
     insert into shop.payments (store_id, id, order_id, provider, environment, provider_id, amount_minor, currency, state)
     select p.store_id, 'ffffffff-ffff-7fff-bfff-ffffffffffff', p.order_id, p.provider, p.environment, a.id, $2, 'USD', 'completed'
     from shop.payments p, at_provider a where p.order_id = $1 returning id`,
    [orderId, amountMinor],
  );
  return rows[0]?.id ?? "";
}
