import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { refundShop } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

test("the link in the confirmation opens the order on any device, until staff revoke it", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const { id, orderKey } = await shop.order(world.client(), { email: "ada@example.com" });
  await shop.pay({ id, orderKey });
  const linkOf = async () =>
    /\/order#([0-9a-f-]{36})\.([\w-]{43})/.exec((await world.sendMails()).at(-1)?.text ?? "");
  const [, ofOrder, key = ""] = (await linkOf()) ?? [];
  expect([ofOrder, key]).toEqual([id, orderKey]);
  const opened = await open(world, id, key);
  expect(opened.statusCode).toBe(204);
  expect(opened.headers["set-cookie"]).toMatch(/HttpOnly; SameSite=Lax/);
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  await staff.orders.revokeOrderLinks({ id, body: { reason: "Sent to a wrong address" } });
  await expect(world.client({ orderKey }).orders.openOrder({ id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(world.client({ orderKey }).orders.getOrderWithItems({ id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await staff.orders.sendOrderMail({ id, body: { template: "order-confirmation" } });
  const [, , newKey = ""] = (await linkOf()) ?? [];
  expect(newKey).not.toBe(key);
  const newest = world.client({ orderKey: newKey });
  expect(await newest.orders.getOrderWithItems({ id })).toMatchObject({ id, status: "PAID" });
  const again = await open(world, id, newKey);
  expect(again.headers["set-cookie"]).toContain(newKey);
  expect((await staff.orders.listOrderEvents({ id })).items.map(({ kind }) => kind)).toContain(
    "link-revoked",
  );
});

test("a paid order's links are revoked when staff change its email, even if it is changed back", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const { id, orderKey } = await shop.order(world.client(), { email: "ada@example.com" });
  const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const change = (email: string) => staff.orders.updateOrder({ id, body: { email } });
  const reads = (key: string) =>
    world
      .client({ orderKey: key })
      .orders.getOrder({ id })
      .then(
        () => true,
        () => false,
      );
  // Until the order is paid, the buyer's browser needs the key.
  await change("ada.lovelace@example.com");
  expect(await reads(orderKey)).toBe(true);
  await shop.pay({ id, orderKey });
  await change("clerk@example.com");
  expect(await reads(orderKey)).toBe(false);
  await staff.orders.sendOrderMail({ id, body: { template: "order-confirmation" } });
  const mails = await world.sendMails();
  const text = mails.findLast(({ to }) => to === "clerk@example.com")?.text ?? "";
  const [, key = ""] = /\/order#[0-9a-f-]{36}\.([\w-]{43})/.exec(text) ?? [];
  expect(await reads(key)).toBe(true);
  await change("ada@example.com");
  expect(await reads(key)).toBe(false);
});

test("a browser whose link was revoked can order again", async ({ world }) => {
  const shop = await refundShop(world);
  const order = (cookie = "") =>
    world.app.inject({
      method: "POST",
      url: `/api/v1/orders/store/${shop.storeId}`,
      headers: { host: "localhost", cookie },
      payload: { items: [{ variantId: shop.variantIds[0], quantity: 1 }] },
    });
  const first = await order();
  const cookie = [first.headers["set-cookie"] ?? ""].flat().join("").split(";")[0];
  const { id } = first.json<{ id: string }>();
  const { orders } = shop.staff;
  await orders.revokeOrderLinks({ id, body: {} });
  expect((await order(cookie)).statusCode).toBe(201);
  // The new order doesn't replace the first one, because the cookie's key was revoked.
  expect(await orders.getOrder({ id })).toMatchObject({ status: "PENDING" });
});

test("a link works for one year", async ({ world }) => {
  const shop = await openShopFor(world);
  const { id, orderKey } = await shop.order(world.client());
  const age = (interval: string) =>
    world.admin.query("update shop.orders set created_at = now() - $1::interval", [interval]);
  await age("364 days");
  await world.client({ orderKey }).orders.openOrder({ id });
  await age("367 days");
  await expect(world.client({ orderKey }).orders.openOrder({ id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

/** Opens an order as a browser does, and returns the response with its cookie. */
function open(world: World, id: string, key: string) {
  return world.app.inject({
    method: "POST",
    url: `/api/v1/orders/${id}/open`,
    headers: { "x-order-key": key },
  });
}
