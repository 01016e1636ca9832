// @module-tag slow

import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { openShop } from "../../shipments/shipments.fixture.ts";

/** Sends the queued emails and returns their subjects and attachments. */
async function sent(world: World): Promise<string[][]> {
  const before = world.mails.length;
  await world.sendMails();
  return world.mails
    .slice(before)
    .map(({ subject, attachments = [] }) =>
      [subject, ...attachments.map(({ name }) => name)].map((words) =>
        words.replaceAll(/[A-Z0-9]{4}-[A-Z0-9]{4}(?=\s|$)/g, "N").replaceAll(/\d{4}-/g, ""),
      ),
    );
}

test("each mail of an order can be sent again, with its documents", async ({ world }) => {
  const shop = await openShop(world);
  const { orders, refunds } = shop.staff;
  const order = await shop.buy(2, 1);
  const { id } = order;
  const [dress] = order.items;
  const again = (
    template: Parameters<typeof orders.sendOrderMail>[0]["body"]["template"],
    more = {},
  ) => orders.sendOrderMail({ id, body: { template, ...more } });
  const refused = { code: "INVALID_TRANSITION" };
  for (const template of [
    "order-shipped",
    "order-delivered",
    "order-canceled",
    "order-refunded",
  ] as const)
    await expect(again(template)).rejects.toMatchObject(refused);

  const first = await order.ship({ items: [{ orderItemId: dress?.id ?? "", quantity: 1 }] });
  await order.ship();
  await order.change(first.id, { status: "DELIVERED" });
  const refund = await refunds.refundOrder({ id, body: { amount: 5 } });
  await refunds.refundOrder({ id, body: { amount: 7 } });
  await sent(world);
  await again("order-confirmation");
  await again("order-shipped");
  await again("order-shipped", { shipmentId: first.id });
  await again("order-delivered");
  await again("order-refunded");
  await again("order-refunded", { refundId: refund.id });
  expect((await sent(world)).map((words) => words.join(", ")).toSorted()).toEqual([
    "Refund for your order N from Sartoria, Credit-note-C000001.pdf",
    "Refund for your order N from Sartoria, Credit-note-C000002.pdf",
    "Your order N from Sartoria is on its way",
    "Your order N from Sartoria is on its way",
    "Your order N from Sartoria was delivered",
    "Your order N from Sartoria, Invoice-000001.pdf",
  ]);
  expect((await orders.listOrderEvents({ id })).items[0]).toMatchObject({
    kind: "mail-sent",
    data: { template: "order-refunded", refundId: refund.id },
  });

  const other = await shop.buy(1);
  await orders.cancelOrder({ id: other.id, body: {} });
  await sent(world);
  await orders.sendOrderMail({ id: other.id, body: { template: "order-canceled" } });
  expect(await sent(world)).toEqual([
    ["Your order N from Sartoria was canceled", "Credit-note-C000003.pdf"],
  ]);
  // Rejects a shipment or refund of another order, and an id that doesn't fit the template.
  const others = { id: other.id, body: { template: "order-shipped" as const } };
  await expect(
    orders.sendOrderMail({ ...others, body: { ...others.body, shipmentId: first.id } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(again("order-refunded", { refundId: newId() })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(again("order-shipped", { refundId: refund.id })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(again("order-canceled", { shipmentId: first.id })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});
