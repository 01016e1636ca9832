import { expect } from "vitest";
import { seedDomain } from "../../platform/http/contract.fixture.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
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

test("every mail of an order contains the link that opens the order in its language", async ({
  world,
}) => {
  // Uses test orders, because their emails don't wait for documents.
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
  // After the links were revoked, an email that is sent again contains the new link.
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

/** Places an order at this host and returns the hosts of the links in its confirmation. */
async function hostsOfOrderAt(world: World, shop: RefundShop, host: string): Promise<string[]> {
  // Uses a new address each time, because only a few emails about test orders are sent to any one address.
  const email = `${newId()}@example.com`;
  const items = [{ variantId: shop.variantIds[0], quantity: 1 }];
  const order = await world.client({ host }).orders.createOrder({
    storeId: shop.storeId,
    body: { items, email, shippingAddress },
  });
  const { id, orderKey } = order;
  await payAll({ ...order, buyer: world.client({ orderKey }) });
  const mail = (await world.sendMails()).at(-1);
  const { html = "", text = "" } = mail ?? {};
  expect(keysIn({ html, text }, id)).toHaveLength(2);
  const inHtml = html.matchAll(/(?:href|src)="(https?:\/\/[^/"]+)/g);
  const inText = text.matchAll(/(https?:\/\/[^/\s]+)/g);
  return [...new Set([...inHtml, ...inText].map(([, origin = ""]) => origin))];
}

test("links in mails lead to the host where the order was placed, if that is one of the store's", async ({
  world,
}) => {
  const shop = await refundShop(world, { environment: "TEST", slug: "rossi" });
  const other = await refundShop(world, { environment: "TEST", slug: "verdi" });
  const { host } = await seedDomain(world, shop.storeId);
  const { host: second } = await seedDomain(world, shop.storeId);
  const unproven = await seedDomain(world, shop.storeId, false);
  const foreign = await seedDomain(world, other.storeId);
  world.services.directory.forget();
  const { publicUrl } = world.services;
  const own = publicUrl.replace("localhost", "rossi.localhost");
  for (const [at, origin] of [
    [host, `https://${host}`],
    [second, `https://${second}`],
    [`${host.toUpperCase()}:8443`, `https://${host}`],
    ["rossi.localhost", own],
    [unproven.host, own],
    [foreign.host, own],
    ["verdi.localhost", own],
    ["evil.example", own],
    [`${host}.evil.example`, own],
  ] as const)
    expect([at, await hostsOfOrderAt(world, shop, at)]).toEqual([at, [origin]]);
});

/** Returns the order's key from the links in an email's HTML version and in its text version. */
function keysIn({ html, text }: Pick<Mail, "html" | "text">, id: string): string[] {
  return [html, text].flatMap((twin) =>
    [...twin.matchAll(/\/order(?:\?lang=de)?#([\w-]+)\.([\w-]{43})(?![\w-])/g)]
      .filter(([, of]) => of === id)
      .map(([, , key = ""]) => key)
      .slice(0, 1),
  );
}
