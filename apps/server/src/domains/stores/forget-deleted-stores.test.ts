// @module-tag slow

import { deletedStoreDays } from "@vetrina/commerce/constants";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import {
  failErasuresIn,
  openAccount,
  openShopFor,
  shippingAddress,
  tablesWith,
} from "../customers/customers.fixture.ts";
import { clearErasedDocuments } from "../order-documents/jobs.ts";
import { issuedDocument } from "../../platform/http/issued-document.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { continueErasures } from "../users/jobs.ts";
import { forgetDeletedStores } from "./jobs.ts";

const email = "ada.lovelace@example.com";
const personal = [email, "Lovelace", "Analytical", "555 0100", "Ring twice"];

const daysPass = (world: World, days: number) =>
  world.admin.query("update shop.stores set deleted_at = deleted_at - $1 * interval '1 day'", [
    days,
  ]);

test("deleting an account erases the person in stores that were deleted before", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const owner = await member(world, storeId, "ADMIN");
  await order(world.client(), { email, note: "Ring twice" }, "as a guest");
  const { userId, client } = await openAccount(world, { email });
  const { id } = await client.customers.getMyCustomer({ storeId });
  await client.customers.createAddress({ id, body: shippingAddress });
  await client.customers.updateCustomer({ id, body: { name: "Ada Lovelace", newsletter: true } });
  // The order must be free: a paid LIVE order would prevent the account's deletion while the store is open.
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  await world.admin.query("update shop.variants set price_minor = 0");
  await world.admin.query("update shop.stores set environment = 'LIVE' where id = $1", [storeId]);
  world.services.directory.forget();
  const free = await order(client, { email, note: "Ring twice" });
  expect(free).toMatchObject({ status: "PAID", environment: "LIVE" });
  await owner.stores.deleteStore({ id: storeId });
  expect((await tablesWith(world, personal)).length).toBeGreaterThan(5);

  await client.users.deleteUser({ id: userId });
  await continueErasures(world.services);
  expect(await tablesWith(world, personal)).toEqual([]);
  const { rows } = await world.admin.query(
    "select count(*)::int as n, count(kept_country)::int as placed from shop.orders where store_id = $1",
    [storeId],
  );
  expect(rows).toEqual([{ n: 2, placed: 2 }]);
  expect(await imbalances(world)).toEqual([]);
});

test("a guest whose email the account never verified stays until the store's data is erased", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const owner = await member(world, storeId, "ADMIN");
  await order(world.client(), { email });
  await owner.stores.deleteStore({ id: storeId });
  const { userId, client } = await openAccount(world, { email, verified: false });
  await client.users.deleteUser({ id: userId });
  await continueErasures(world.services);
  expect(await tablesWith(world, [email], ["jobs"])).toContain(`customers: ${email}`);
});

test("a deleted store erases all customers after a month, and keeps what accounting needs", async ({
  world,
}) => {
  const { storeId, order, pay, productId } = await openShopFor(world);
  const open = await openShopFor(world);
  const owner = await member(world, storeId, "ADMIN");
  const guest = world.client();
  const bought = await order(guest, { email, note: "Ring twice" }, "first");
  await pay(bought);
  await order(guest, {}, "without an email");
  await order(guest, { email: "b@example.com" });
  await guest.customers.subscribe({ storeId, body: { email } });
  await guest.contact.createContactMessage({
    storeId,
    body: { name: "Ada Lovelace", email, subject: "Other", message: "Ring twice" },
  });
  await guest.reviews.createReview({
    productId,
    body: {
      name: "A. Lovelace",
      title: "Good",
      content: "Fits.",
      order: { reference: bought.orderNumber, email },
    },
  });
  const { items: roles } = await owner.roles.listRoles({ storeId });
  await owner.invitations.createInvitation({
    storeId,
    body: { email, roleId: roles[0]?.id ?? "" },
  });
  await owner.logging.createAuditEntry({
    body: { storeId, action: "UPDATE", entityType: "note", after: { to: email } },
  });
  await open.order(guest, { email: "ada@elsewhere.example" });
  await owner.stores.deleteStore({ id: storeId });

  await daysPass(world, deletedStoreDays - 1);
  expect(await forgetDeletedStores(world.services, 1)).toBe(0);
  expect((await tablesWith(world, personal)).length).toBeGreaterThan(8);
  await daysPass(world, 1);
  expect(await forgetDeletedStores(world.services, 1)).toBe(2);
  const { rows: left } = await world.admin.query(
    "select shipping_address ->> 'name' as name from shop.orders where shipping_address is not null",
  );
  expect(left).toEqual([{ name: shippingAddress.name }]);
  expect(await tablesWith(world, [email, "A. Lovelace", "Ring twice"])).toEqual([]);
  const { rows } = await world.admin.query(
    `select total_minor > 0 as total, order_number is not null as number, kept_country
     from shop.orders where store_id = $1`,
    [storeId],
  );
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({ total: true, number: true, kept_country: "US" })),
  );
  expect(await tablesWith(world, ["ada@elsewhere.example"])).not.toEqual([]);
  expect(await forgetDeletedStores(world.services, 1)).toBe(0);
  expect(await imbalances(world)).toEqual([]);
});

test("a store with much content is erased in many short statements, and each run continues where the last one ended", async ({
  world,
}) => {
  const { storeId, productId } = await openShopFor(world);
  const owner = await member(world, storeId, "ADMIN");
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, rating, title, content, name, status)
     select $1, gen_random_uuid(), $2, 5, 'Fine', 'A good dress', 'Ada Lovelace', 'APPROVED' from generate_series(1, 25)`,
    [storeId, productId],
  );
  await owner.stores.deleteStore({ id: storeId });
  await daysPass(world, deletedStoreDays + 1);
  const named = async () => {
    const { rows } = await world.admin.query<{ n: number }>(
      "select count(*)::int as n from shop.reviews where store_id = $1 and name = 'Ada Lovelace'",
      [storeId],
    );
    return rows[0]?.n;
  };
  const left: (number | undefined)[] = [];
  // Stops each run after its first statement that erases content.
  for (let runs = 0; (await named()) !== 0 && runs < 60; runs += 1) {
    let asked = 0;
    await forgetDeletedStores(world.services, 10, () => (asked += 1) > 1, 10);
    left.push(await named());
  }
  expect([...new Set(left)].slice(-3)).toEqual([15, 5, 0]);
  await forgetDeletedStores(world.services);
  const { rows } = await world.admin.query("select erased_at from shop.stores where id = $1", [
    storeId,
  ]);
  expect(rows).toEqual([{ erased_at: expect.any(Date) }]);
});

test("a store whose erasure fails doesn't keep the next ones from being erased", async ({
  world,
}) => {
  const stores = [await openShopFor(world), await openShopFor(world)];
  for (const { storeId, order } of stores) {
    await order(world.client(), { email });
    const owner = await member(world, storeId, "ADMIN");
    await owner.stores.deleteStore({ id: storeId });
  }
  await daysPass(world, deletedStoreDays + 1);
  const [failing = "", other] = stores.map(({ storeId }) => storeId).toSorted();
  const mend = await failErasuresIn(world, failing);
  const erased = async () => {
    const { rows } = await world.admin.query<{ id: string }>(
      "select id from shop.stores where erased_at is not null order by id",
    );
    return rows.map(({ id }) => id);
  };
  expect(await forgetDeletedStores(world.services)).toBe(1);
  expect(await erased()).toEqual([other]);
  await mend();
  // The failed erasure is not tried again until its pause has passed, and then succeeds.
  expect(await forgetDeletedStores(world.services)).toBe(0);
  await world.admin.query("update shop.stores set erasure_due_at = now()");
  expect(await forgetDeletedStores(world.services)).toBe(1);
  expect(await erased()).toEqual([failing, other]);
});

test("a deleted store's documents are only marked, each once, and then cleared by their sweep", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const { id } = await order(world.client(), { email });
  const owner = await member(world, storeId, "ADMIN");
  const document = await issuedDocument(world, id);
  await world.admin.query(
    `update shop.order_documents set content = content || '{"note": "Ring twice"}'`,
  );
  await world.admin.query("update shop.orders set customer_id = null, email = null");
  await owner.stores.deleteStore({ id: storeId });
  await daysPass(world, deletedStoreDays + 1);
  await forgetDeletedStores(world.services);
  const note = async () => {
    const { rows } = await world.admin.query<{ id: string; note: string | null }>(
      "select id, content ->> 'note' as note from shop.order_documents where erased_at is not null",
    );
    return rows;
  };
  expect(await note()).toEqual([{ id: document, note: "Ring twice" }]);
  expect(await clearErasedDocuments(world.services)).toBe(1);
  expect(await note()).toEqual([{ id: document, note: null }]);
});
