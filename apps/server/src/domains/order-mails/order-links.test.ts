import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { payAll, type RefundShop, refundShop } from "../refunds/refunds.fixture.ts";

const shippingAddress = {
  name: "Ada Byron",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

async function placed(world: World, { storeId, variantIds: [variantId] }: RefundShop) {
  const items = [{ variantId, quantity: 3 }];
  const order = await world.client().orders.createOrder({
    storeId,
    language: "DE",
    body: { items, email: "ada@example.com", shippingAddress },
  });
  return { ...order, buyer: world.client({ orderKey: order.orderKey }) };
}

test("every mail of an order has the link that opens it, in the order's language", async ({
  world,
}) => {
  // Its mails wait for no documents.
  const shop = await refundShop(world, { environment: "TEST" });
  const { orders, refunds, shipments } = shop.staff;
  const order = await placed(world, shop);
  const { id, orderNumber } = order;
  await payAll(order);
  const add = { items: [{ variantId: shop.variantIds[1], quantity: 1 }] };
  await orders.updateOrderItems({ id, body: add });
  const mails = await world.sendMails();
  await payAll(order);
  const shipment = await shipments.createShipment({ id, body: {} });
  await shipments.updateShipment({ id: shipment.id, body: { status: "DELIVERED" } });
  await refunds.refundOrder({ id, body: { amount: 5 } });
  const other = await placed(world, shop);
  await payAll(other);
  await orders.cancelOrder({ id: other.id, body: {} });
  await world.sendMails();
  const subjects = mails.map(({ subject }) => subject).toSorted();
  const ofOther = mails.filter(({ subject }) => subject.includes(other.orderNumber));
  expect(subjects).toHaveLength(9);
  expect(ofOther).toHaveLength(3);
  for (const mail of mails) {
    const { id: own } = ofOther.includes(mail) ? other : order;
    const keys = keysIn(mail, own);
    expect([mail.subject, keys.length]).toEqual([mail.subject, 2]);
    expect(new Set(keys).size).toBe(1);
    await world.client({ orderKey: keys[0] ?? "" }).orders.openOrder({ id: own });
  }
  // A mail that is sent again after the links were revoked has the new one.
  await orders.revokeOrderLinks({ id, body: {} });
  await orders.sendOrderMail({ id, body: { template: "order-shipped" } });
  const again = (await world.sendMails()).at(-1);
  const [old, now] = [mails[0], again].map((mail) => mail && keysIn(mail, id)[0]);
  expect(again?.subject).toContain(orderNumber);
  await expect(
    world.client({ orderKey: old ?? "" }).orders.openOrder({ id }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await world.client({ orderKey: now ?? "" }).orders.openOrder({ id });
});

/** The keys of the order's links in the two versions of a mail, once in each. */
function keysIn({ html, text }: Mail, id: string): string[] {
  return [html, text].flatMap((twin) =>
    [...twin.matchAll(/\/order\?lang=de#([\w-]+)\.([\w-]{43})(?![\w-])/g)]
      .filter(([, of]) => of === id)
      .map(([, , key = ""]) => key)
      .slice(0, 1),
  );
}
