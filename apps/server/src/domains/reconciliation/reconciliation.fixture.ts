import { Stripe } from "stripe";
import { paypalClient } from "@vetrina/payment-standins/paypal/paypal-client.fixture";
import type { Standin } from "@vetrina/payment-standins/start";
import { runJobs } from "#tests/run-jobs.ts";
import type { World } from "#tests/world.ts";
import { type Driver, drivers, shopWith } from "../payments/with-providers.fixture.ts";
import { findDueReconciliations, reconcileAccounts } from "./jobs.ts";

/** A driver that can also act directly at the provider, bypassing the store. Amounts are in minor units. */
export type AtProvider = Driver & {
  account: string;
  takeAlone(standin: Standin, amountMinor: number, orderId?: string): Promise<string>;
  /** With `refundId`, the refund looks as if the store had made it. */
  refundAlone(
    standin: Standin,
    payment: string,
    amountMinor: number,
    refundId?: string,
  ): Promise<void>;
};

const key = "shop000000000000000000000000000000";

const refundAt: Record<Driver["provider"], AtProvider["refundAlone"]> = {
  async paypal(standin, payment, amountMinor, refundId) {
    const [captured] = await standin.control.ledger({ kind: "capture", payment });
    const call = await paypalClient(standin.origin, "shop-one");
    await call("POST", `/v2/payments/captures/${captured?.id ?? ""}/refund`, {
      amount: { currency_code: "USD", value: (amountMinor / 100).toFixed(2) },
      ...(refundId === undefined ? {} : { custom_id: refundId }),
    });
  },
  async stripe(standin, payment, amountMinor, refundId) {
    await stripeOf(standin).refunds.create({
      payment_intent: payment,
      amount: amountMinor,
      ...(refundId === undefined ? {} : { metadata: { refundId } }),
    });
  },
  async mollie(standin, payment, amountMinor, refundId) {
    const { id } = await mollie(standin, `/v2/payments/${payment}/refunds`, {
      amount: { currency: "USD", value: (amountMinor / 100).toFixed(2) },
      description: "Refund",
      ...(refundId === undefined ? {} : { metadata: { refundId } }),
    });
    await standin.control.refunds.settle(id, "completed");
  },
};

const captureAt: Record<Driver["provider"], AtProvider["takeAlone"]> = {
  async paypal({ origin, control }, amountMinor, orderId) {
    const call = await paypalClient(origin, "shop-one");
    const amount = { currency_code: "USD", value: (amountMinor / 100).toFixed(2) };
    const unit = { amount, ...(orderId === undefined ? {} : { custom_id: orderId }) };
    const made = await call("POST", "/v2/checkout/orders", {
      intent: "CAPTURE",
      purchase_units: [unit],
    });
    const id = String(made.body["id"]);
    await control.approveOrder(id);
    await call("POST", `/v2/checkout/orders/${id}/capture`, {});
    return id;
  },
  async stripe(standin, amountMinor, orderId) {
    const { id } = await stripeOf(standin).paymentIntents.create({
      amount: amountMinor,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
      return_url: "http://localhost/",
      automatic_payment_methods: { enabled: true },
      ...(orderId === undefined ? {} : { metadata: { orderId } }),
    });
    return id;
  },
  async mollie(standin, amountMinor, orderId) {
    const { id } = await mollie(standin, "/v2/payments", {
      amount: { currency: "USD", value: (amountMinor / 100).toFixed(2) },
      description: "By phone",
      redirectUrl: "http://localhost/",
      ...(orderId === undefined ? {} : { metadata: { orderId } }),
    });
    await standin.control.setPayment(id, "paid");
    return id;
  },
};

function stripeOf({ origin }: Standin): Stripe {
  const { hostname: host, port } = new URL(origin);
  return new Stripe("sk_test_shop", { host, port, protocol: "http", telemetry: false });
}

async function mollie({ origin }: Standin, path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: { authorization: `Bearer test_${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { id: string };
}

/** The drivers with the settings that reconciliation needs. Mollie also needs an access token. */
export const providers: AtProvider[] = drivers.map(asAtProvider);

function asAtProvider(driver: Driver): AtProvider {
  const { provider } = driver;
  const credentials = { apiKey: `test_${key}`, accessToken: `access_${key}` };
  return {
    ...driver,
    settings: provider === "mollie" ? { credentials } : driver.settings,
    account: { paypal: "shop-one", stripe: "shop", mollie: key }[provider],
    takeAlone: captureAt[provider],
    refundAlone: refundAt[provider],
  };
}

/** Creates a store that takes payments with the provider, and returns helpers for its reconciliation. */
export async function deskShop(world: World, driver: AtProvider, currency = "USD") {
  const shop = await shopWith(world, driver, currency);
  const { control } = shop.standin;
  const list = async (query: object = { state: "OPEN" }) =>
    (await shop.owner.reconciliation.listDifferences({ storeId: shop.storeId, ...query })).items;
  return {
    ...shop,
    control,
    list,
    /** The kinds of the open differences. */
    kinds: async () => (await list()).map(({ kind }) => kind).toSorted(),
    /** Refunds through the store, and completes the refund at the provider. */
    async refunded(id: string, amount: number) {
      const { transactions } = await shop.owner.refunds.refundOrder({ id, body: { amount } });
      const [part] = transactions;
      const { rows } = await world.admin.query<{ at_provider: string }>(
        "select provider_refund_id at_provider from shop.refund_payments where id = $1",
        [part?.id],
      );
      await driver.makeRefund?.(shop.standin, rows[0]?.at_provider ?? "");
      return { id: part?.id ?? "", atProvider: rows[0]?.at_provider ?? "" };
    },
    work: () => runJobs(world.services, { jobs: [reconcileAccounts] }),
    /**
     * Runs the next day's reconciliation, and returns how many accounts were due. The report contains all changes so
     * far.
     */
    async nextDay() {
      if (driver.provider === "paypal") await control.clock.advance(3 * 3600 + 60);
      await world.admin.query(
        "update shop.reconciliations set due_at = now() - interval '1 minute'",
      );
      const found = await findDueReconciliations(world.services);
      await runJobs(world.services, { jobs: [reconcileAccounts] });
      return found;
    },
    [Symbol.asyncDispose]: () => shop.standin.stop(),
  };
}
