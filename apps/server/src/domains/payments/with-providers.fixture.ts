import { type RunningStandin, start } from "@vetrina/payment-standins/start";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createGateways } from "../../gateways/create-gateways.ts";
import { settle } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

/** What differs between providers when a shopper pays and when calls to the provider fail. */
export type Driver = {
  provider: "paypal" | "stripe" | "mollie";
  settings: { clientId?: string; credentials: Record<string, string> };
  /** Approves the payment as the shopper. Stripe and Mollie then take the money; PayPal takes it at the capture. */
  approve(standin: RunningStandin, paymentId: string): Promise<unknown>;
  decline(standin: RunningStandin, paymentId: string): Promise<unknown>;
  /**
   * The reason shown after a decline. With Mollie, the payment has then ended; with the others, it can be tried again.
   */
  reason: "declined" | "failed";
  /**
   * The requests that open, process and refund a payment, in the form that the stand-in's faults match. `tries`: how
   * many times a failed request is sent.
   */
  create: string;
  process: string;
  refund: string;
  tries: number;
  /** Ends a payment at a provider whose payments the store can't cancel. */
  end?(standin: RunningStandin, paymentId: string): Promise<unknown>;
  /** Pays out a refund that the provider has accepted. */
  makeRefund?(standin: RunningStandin, refundId: string): Promise<unknown>;
};

export const drivers: Driver[] = [
  {
    provider: "paypal",
    settings: { clientId: "shop-one", credentials: { clientSecret: "EL1t-secret" } },
    approve: ({ control }, id) => control.approveOrder(id),
    decline: ({ control }, id) => control.approveOrder(id, { declines: true }),
    reason: "declined",
    create: "POST /v2/checkout/orders",
    process: "POST /v2/checkout/orders/*/capture",
    refund: "POST /v2/payments/captures/*/refund",
    tries: 1,
  },
  {
    provider: "stripe",
    settings: { clientId: "pk_test_shop", credentials: { secretKey: "sk_test_shop" } },
    approve: (standin, id) => confirm(standin, id, "pm_card_visa"),
    decline: (standin, id) => confirm(standin, id, "pm_card_chargeDeclined"),
    reason: "declined",
    create: "POST /v1/payment_intents",
    process: "GET /v1/payment_intents/*",
    refund: "POST /v1/refunds",
    // The SDK repeats a call with the same key if the connection was closed.
    tries: 2,
  },
  {
    provider: "mollie",
    settings: { credentials: { apiKey: "test_shop000000000000000000000000000000" } },
    approve: ({ control }, id) => control.setPayment(id, "paid"),
    decline: ({ control }, id) => control.setPayment(id, "failed"),
    reason: "failed",
    create: "POST /v2/payments",
    process: "GET /v2/payments/*",
    refund: "POST /v2/payments/*/refunds",
    tries: 1,
    end: ({ control }, id) => control.setPayment(id, "expired"),
    makeRefund: ({ control }, id) => control.refunds.settle(id, "completed"),
  },
];

/** Confirms a payment, as the page does with Stripe's script. */
async function confirm({ origin }: RunningStandin, id: string, method: string): Promise<void> {
  const answer = await fetch(`${origin}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_shop" },
    body: new URLSearchParams({ payment_method: method, return_url: "http://localhost/" }),
  });
  await answer.text();
}

/** Creates a TEST store that takes payments through the provider's stand-in. Its orders have two units. */
export async function shopWith(world: World, driver: Driver, currency = "USD") {
  const standin = await start(driver.provider);
  const { provider } = driver;
  const { database, now } = world.services;
  world.services.gateways = createGateways(database, now, {
    [provider.toUpperCase()]: standin.origin,
  });
  const storeId = await seedStore(world, { taxBasisPoints: 0, currency });
  const { variantIds } = await seedProduct(world, storeId, { priceMinor: 3334, stock: 50 });
  const owner = await member(world, storeId, "ADMIN");
  await owner.payments.createPaymentProvider({
    storeId,
    body: { provider, environment: "sandbox", ...driver.settings },
  });

  async function place() {
    const { id, orderKey } = await world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId: variantIds[0] ?? "", quantity: 2 }], email: "ada@example.com" },
    });
    const buyer = world.client({ orderKey });
    const intent = () => buyer.payments.createPaymentIntent({ id, body: { provider } });
    const pay = (paymentIntentId: string) =>
      buyer.payments.processPayment({ id, body: { provider, paymentIntentId } });
    return { id, buyer, intent, pay };
  }

  return {
    storeId,
    owner,
    standin,
    place,
    approve: (paymentId: string) => driver.approve(standin, paymentId),
    decline: (paymentId: string) => driver.decline(standin, paymentId),
    async paid() {
      const order = await place();
      const { id: paymentId, amount } = await order.intent();
      await driver.approve(standin, paymentId);
      await order.pay(paymentId);
      return { ...order, paymentId, amount };
    },
    lose: (on: string) => standin.control.faults.add({ on, kind: "lost", times: driver.tries }),
    /** Pays out the accepted refunds, because Mollie accepts a refund first and pays it out later. */
    async makeRefunds() {
      const { rows } = await world.admin.query<{ id: string }>(
        "select provider_refund_id id from shop.refund_payments where state = 'processing' and provider_refund_id is not null",
      );
      for (const { id } of rows) await driver.makeRefund?.(standin, id);
      await settle(world);
    },
    /** The amounts that the provider took and returned, in minor units. */
    ledger: () => standin.ledger().map(({ kind, amountMinor }) => [kind, amountMinor]),
    [Symbol.asyncDispose]: () => standin.stop(),
  };
}
