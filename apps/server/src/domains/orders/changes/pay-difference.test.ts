import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import type { Decision } from "../../payments/payments.fixture.ts";
import { paidOrder, refundShop } from "../../refunds/refunds.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";

/** Creates a paid order with a change that costs 20.00 more, and an open payment of this difference. */
async function openDifference(world: World) {
  const shop = await refundShop(world);
  const { id, buyer } = await paidOrder(world, shop);
  await shop.staff.orders.updateOrderItems({
    id,
    body: { items: [{ variantId: shop.variantIds[1], quantity: 2 }] },
  });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  return {
    ...shop,
    id,
    buyer,
    decide: (decision: Decision) =>
      buyer.payments.decideTestPayment({ id: intent.id, body: { decision } }),
    process: (idempotencyKey: string) =>
      buyer.payments.processPayment(
        { id, body: { provider: "other", paymentIntentId: intent.id } },
        { idempotencyKey },
      ),
  };
}

test("the payment status of an unpaid difference is shown, although the order was paid before", async ({
  world,
}) => {
  const s = await openDifference(world);
  expect(await s.process("difference-unapproved")).toMatchObject({
    status: "FAILED",
    orderStatus: "PAID",
    retryable: true,
  });
  await s.decide("decline");
  expect(await s.process("difference-declined")).toMatchObject({
    status: "FAILED",
    reason: "declined",
    retryable: true,
  });
  await s.decide("approve");
  // The response to the declined attempt was not stored, so its key can be used again.
  expect(await s.process("difference-declined")).toMatchObject({ status: "COMPLETED" });
  expect(await s.staff.orders.getOrder({ id: s.id })).toMatchObject({
    total: 130.02,
    paid: 130.02,
  });
  expect(await imbalances(world)).toEqual([]);
});

test("the payment of a difference is pending if the provider doesn't respond", async ({
  world,
}) => {
  const s = await openDifference(world);
  await s.decide("timeout");
  expect(await s.process("difference-lost")).toMatchObject({
    status: "PENDING",
    orderStatus: "PAID",
    retryable: false,
  });
});

test("a provider can't be deleted while a difference is being paid with it", async ({ world }) => {
  const s = await openDifference(world);
  const owner = await member(world, s.storeId, "ADMIN");
  const { items } = await owner.payments.listPaymentProviders({ storeId: s.storeId, all: true });
  const live = items.find(({ environment }) => environment === "LIVE")?.id ?? "";
  const remove = () => owner.payments.deletePaymentProvider({ id: live });
  await expect(remove()).rejects.toMatchObject({ code: "OPEN_ORDERS" });
  await s.staff.orders.updateOrderItems({ id: s.id, body: { items: [] } });
  await remove();
});
