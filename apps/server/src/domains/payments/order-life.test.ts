import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { paymentsOf } from "./payments.fixture.ts";
import { drivers, shopWith } from "./with-providers.fixture.ts";

describe.each(drivers)("an order paid with $provider, from checkout to cancellation", (driver) => {
  test("can be made cheaper and more expensive, refunded by line and by amount from two captures, and canceled", async ({
    world,
  }) => {
    await using shop = await shopWith(world, driver);
    // Two units at 33.34, and 9.99 for shipping.
    const { id, buyer } = await shop.paid();
    const { orders, refunds } = shop.owner;
    const order = () => orders.getOrderWithItems({ id });
    const itemId = async () => (await order()).items[0]?.id ?? "";
    const setQuantity = async (quantity: number) =>
      orders.updateOrderItems({ id, body: { items: [{ itemId: await itemId(), quantity }] } });

    expect(await setQuantity(1)).toMatchObject({ status: "APPLIED", refund: 33.34 });
    await shop.makeRefunds();
    expect(await setQuantity(3)).toMatchObject({ status: "OPEN", due: 66.68 });
    const { provider } = driver;
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider } });
    expect(intent).toMatchObject({ provider, amount: 66.68 });
    await shop.approve(intent.id);
    const body = { provider, paymentIntentId: intent.id };
    await expect(buyer.payments.processPayment({ id, body })).resolves.toMatchObject({
      status: "COMPLETED",
    });
    expect(await order()).toMatchObject({ status: "PAID", total: 110.01, openChange: null });

    const lines = [{ itemId: await itemId(), quantity: 1 }];
    await refunds.refundOrder({ id, body: { lines } });
    await shop.makeRefunds();
    await refunds.refundOrder({ id, body: { amount: 60 } });
    await shop.makeRefunds();
    await expect(refunds.refundOrder({ id, body: { amount: 20 } })).rejects.toMatchObject({
      code: "AMOUNT_EXCEEDED",
    });
    await orders.cancelOrder({ id, body: {} });
    await shop.makeRefunds();
    expect(await order()).toMatchObject({ status: "REFUNDED", paymentState: "REFUNDED" });
    // The provider's name as shown to people: Stripe, not STRIPE.
    const name = { paypal: "PayPal", stripe: "Stripe", mollie: "Mollie" }[provider];
    const { payments } = await buyer.orders.getOrderWithItems({ id });
    expect(payments.map((payment) => payment.name)).toEqual([name, name]);
    expect(shop.ledger()).toEqual([
      ["capture", 7667],
      ["refund", 3334],
      ["capture", 6668],
      // The newer capture is refunded first, then the rest of the older one.
      ["refund", 3334],
      ["refund", 3334],
      ["refund", 2666],
      ["refund", 1667],
    ]);
    const states = (await paymentsOf(world)).map(({ state }) => state);
    expect(states).toEqual(["refunded", "refunded"]);
    expect(await imbalances(world)).toEqual([]);
  });
});
