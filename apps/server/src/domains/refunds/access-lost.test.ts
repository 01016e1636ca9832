import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { Gateway } from "../../gateways/provider.ts";
import { member } from "../roles/roles.fixture.ts";
import { paidOrder, placeOrder, refundShop } from "./refunds.fixture.ts";

/** Runs `work` while the provider handles the next call of this kind. */
function whileProvider(world: World, call: "capture" | "refund", work: () => Promise<unknown>) {
  const { gateways } = world.services;
  const find: typeof gateways.find = (provider, environment) => {
    const gateway = gateways.find(provider, environment);
    return gateway && { ...gateway, ...interrupted(gateway) };
  };
  const interrupted = (gateway: Gateway): Pick<Gateway, "capture" | "refund"> => ({
    capture: async (asked) => {
      if (call === "capture") await work();
      return gateway.capture(asked);
    },
    refund: async (asked) => {
      if (call === "refund") await work();
      return gateway.refund(asked);
    },
  });
  world.services.gateways = { ...gateways, find };
}

async function refundsOf(world: World, orderId: string) {
  const { rows } = await world.admin.query("select state from shop.refunds where order_id = $1", [
    orderId,
  ]);
  return rows;
}

test("a payment is recorded although the order's links are revoked while the provider takes it", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const placed = await placeOrder(world, shop);
  const { id, buyer } = placed;
  const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  whileProvider(world, "capture", () => shop.staff.orders.revokeOrderLinks({ id, body: {} }));

  const result = await buyer.payments.processPayment({
    id,
    body: { provider: "other", paymentIntentId: intent.id },
  });

  expect(result.status).toBe("COMPLETED");
  expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "PAID" });
  await expect(buyer.orders.getOrder({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a refund is completed although the member who requested it is removed meanwhile", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id } = await paidOrder(world, shop);
  const clerk = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const remove = () =>
    world.admin.query("delete from shop.role_assignments where user_id = $1", [clerk.userId]);
  whileProvider(world, "refund", remove);

  await clerk.refunds.refundOrder({ id, body: { amount: 10 } }).catch(() => null);

  expect(await refundsOf(world, id)).toEqual([{ state: "completed" }]);
});

test("a canceled order's money is returned although its links are revoked meanwhile", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id, buyer, total } = await paidOrder(world, shop);
  whileProvider(world, "refund", () => shop.staff.orders.revokeOrderLinks({ id, body: {} }));

  await expect(buyer.orders.cancelOrder({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });

  expect(await shop.staff.orders.getOrder({ id })).toMatchObject({
    status: "REFUNDED",
    refunded: total,
  });
  expect(await refundsOf(world, id)).toEqual([{ state: "completed" }]);
});
