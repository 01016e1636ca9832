import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { paidOrder, refundShop } from "../../refunds/refunds.fixture.ts";
import { expireChange } from "./expire-change.ts";

test("a change that was replaced since the sweep found it keeps its open payment", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id, buyer } = await paidOrder(world, shop);
  const body = { items: [{ variantId: shop.variantIds[1], quantity: 2 }] };
  await shop.staff.orders.updateOrderItems({ id, body });
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  expect(await expireChange(await world.system(shop.storeId), id)).toBe(false);
  await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  const paid = { provider: "other", paymentIntentId: intent.id };
  expect(await buyer.payments.processPayment({ id, body: paid })).toMatchObject({
    status: "COMPLETED",
  });
  expect(await imbalances(world)).toEqual([]);
});
