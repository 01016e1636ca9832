import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { drivers, shopWith } from "../payments/with-providers.fixture.ts";

/** The keys of another account, and other keys of the same account. The stand-ins accept both. */
const keys = {
  paypal: { other: { clientId: "shop-two" }, same: { clientId: "shop-one" } },
  stripe: {
    other: { clientId: "pk_test_two", credentials: { secretKey: "sk_test_two" } },
    same: { credentials: { secretKey: "rk_test_shop" } },
  },
  mollie: {
    other: { credentials: { apiKey: "test_two0000000000000000000000000000000" } },
    same: { credentials: { apiKey: "test_shop000000000000000000000000000000" } },
  },
};

test.for(drivers)(
  "keys of another account are refused while a payment with $provider is open",
  async (driver, { world }) => {
    await using shop = await shopWith(world, driver);
    const { other, same } = keys[driver.provider];
    const { storeId, owner } = shop;
    const order = await shop.place();
    const { id: intentId } = await order.intent();
    const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
    const id = items.find(({ provider }) => provider === driver.provider.toUpperCase())?.id ?? "";
    const update = (body: object) => owner.payments.updatePaymentProvider({ id, body });

    await expect(update(other)).rejects.toMatchObject({ code: "OPEN_ORDERS" });
    // New keys of the same account still settle the payment.
    await update({ isActive: false, ...same });
    await shop.approve(intentId);
    await expect(order.pay(intentId)).resolves.toMatchObject({ status: "COMPLETED" });
    expect(await update(other)).toMatchObject({ version: 3 });
  },
);

test("keys of another account are accepted if the current keys no longer find the open payments", async ({
  world,
}) => {
  const [, stripe] = drivers;
  if (stripe === undefined) throw new Error("no driver");
  await using shop = await shopWith(world, stripe);
  const { storeId, owner } = shop;
  const { id: orderId, intent, buyer } = await shop.place();
  await intent();
  const { items } = await owner.payments.listPaymentProviders({ storeId, all: true });
  const id = items.find(({ provider }) => provider === "STRIPE")?.id ?? "";
  await shop.standin.control.faults.add({
    on: "GET /v1/payment_intents/*",
    kind: "status",
    status: 401,
    times: 10,
  });
  await expect(
    owner.payments.updatePaymentProvider({ id, body: keys.stripe.other }),
  ).resolves.toMatchObject({ version: 2 });

  // Nobody can cancel the payment at the closed account. After a day, staff can cancel the order.
  const refused = { code: "INVALID_TRANSITION" };
  await expect(owner.orders.cancelOrder({ id: orderId })).rejects.toMatchObject(refused);
  await world.admin.query("update shop.payments set created_at = now() - interval '25 hours'");
  await expect(buyer.orders.cancelOrder({ id: orderId })).rejects.toMatchObject(refused);
  // During an outage, nobody knows whether the payment is lost.
  await shop.standin.control.faults.add({
    on: "* /v1/*",
    kind: "status",
    status: 503,
    times: 100,
  });
  await expect(owner.orders.cancelOrder({ id: orderId })).rejects.toMatchObject(refused);
  await shop.standin.control.faults.clear();
  expect(await owner.orders.cancelOrder({ id: orderId })).toMatchObject({ status: "CANCELLED" });
  const { items: events } = await owner.orders.listOrderEvents({ id: orderId });
  expect(events.find(({ kind }) => kind === "payment-problem")).toMatchObject({
    data: { issue: "PAYMENT_UNKNOWN", provider: "STRIPE" },
  });
  expect(await imbalances(world)).toEqual([]);
});
