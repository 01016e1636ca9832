import { expect } from "vitest";
import { test } from "#tests/world.ts";
import type { PaymentFact } from "../../gateways/provider.ts";
import { placeOrder, refundShop } from "../refunds/refunds.fixture.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";

test("a payment captured above the amount due is shown once on the order's timeline", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff, storeId } = shop;
  const { id, buyer, total } = await placeOrder(world, shop);
  await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  // Recording the cash payment cancels the buyer's payment, but the provider captures it anyway.
  await staff.transactions.createTransaction({ body: { orderId: id, method: "CASH" } });
  const { rows } = await world.admin.query<{ id: string; provider_id: string }>(
    "select id, provider_id from shop.payments where order_id = $1 and provider is not null",
    [id],
  );
  const paymentId = rows[0]?.id ?? "";
  const fact: PaymentFact = {
    state: "completed",
    capturedMinor: Math.round(total * 100),
    currency: "USD",
    issues: [],
    debugId: null,
  };
  const ctx = await world.system(storeId);
  for (let i = 0; i < 3; i += 1) await ctx.tx((tx) => applyPaymentFact(tx, ctx, paymentId, fact));
  const { items } = await staff.orders.listOrderEvents({ id });
  expect(items.filter(({ kind }) => kind === "payment-problem")).toMatchObject([
    { by: { kind: "system" }, data: { paymentId, provider: "OTHER", issue: "PAID_TWICE" } },
  ]);
  expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", paid: total });
});
