import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { exportChunks } from "../catalogue-files/export-pages.ts";
import { jsonLines } from "../catalogue-files/json-lines/export-json-lines.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { type Account, openAccount, openShopFor } from "./customers.fixture.ts";

const limited = test.extend({ options: { rateLimits: true } });
const email = "ada.lovelace@example.com";

type Shop = Awaited<ReturnType<typeof openShopFor>>;

async function review(
  client: ReturnType<World["client"]>,
  { productId }: Shop,
  name: string,
  order?: { reference: string; email?: string; key?: string },
): Promise<string> {
  const body = { name, title: "Good", content: "Fits.", ...(order && { order }) };
  return (await client.reviews.createReview({ productId, body })).id;
}

/** Places and pays an order in the shop, and returns it. */
async function paid({ order, pay }: Shop, client: ReturnType<World["client"]>, to: string) {
  const placed = await order(client, { email: to });
  await pay(placed);
  return placed;
}

async function addPhoto(world: World, { storeId }: Shop, reviewId: string): Promise<void> {
  await world.admin.query(
    "insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes) values ($1, $2, $3::uuid, 'up/' || $3::text, 10, 10, '{10}', 10)",
    [storeId, reviewId, newId()],
  );
}

async function namesOf(world: World): Promise<Record<string, string>> {
  const { rows } = await world.admin.query<{ id: string; name: string }>(
    "select id, name from shop.reviews",
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

async function fulfillAll(world: World): Promise<void> {
  await world.admin.query(
    "update shop.orders set fulfillment_state = 'fulfilled' where paid_at is not null",
  );
}

/** Erases the customer with the given email, as the store's staff. */
async function erase(world: World, { storeId }: Shop, of = email): Promise<void> {
  await fulfillAll(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from shop.customers where email = $1 order by user_id is null limit 1",
    [of],
  );
  await staff.customers.eraseCustomer({ id: rows[0]?.id ?? "" });
}

test("erasing a guest removes their name and pictures from reviews of their orders, by email or by key", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const guest = world.client();
  const [first, second] = [await paid(shop, guest, email), await paid(shop, guest, email)];
  const byEmail = await review(guest, shop, "Ada Lovelace", {
    reference: first.orderNumber,
    email,
  });
  const byKey = await review(guest, shop, "Ada L.", {
    reference: second.orderNumber,
    key: second.orderKey,
  });
  for (const id of [byEmail, byKey]) await addPhoto(world, shop, id);
  const elses = await review(guest, shop, "Grace Hopper");
  await addPhoto(world, shop, elses);
  await world.admin.query("update shop.reviews set status = 'APPROVED' where id <> $1", [byKey]);
  await erase(world, shop);
  expect(await namesOf(world)).toEqual({
    [byEmail]: "Former customer",
    [byKey]: "Former customer",
    [elses]: "Grace Hopper",
  });
  const { rows: photos } = await world.admin.query("select review_id from shop.review_photos");
  expect(photos).toEqual([{ review_id: elses }]);
  const { rows: stored } = await world.admin.query(
    "select from shop.reviews where id <> $1 and (order_id is not null or customer_id is not null)",
    [elses],
  );
  expect(stored).toEqual([]);
});

test("erasing removes a review made by email on another customer's order, and keeps the buyer's review", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  await paid(shop, world.client(), email);
  const buyer = await openAccount(world, { email: "grace@example.com" });
  await buyer.client.customers.getMyCustomer({ storeId: shop.storeId });
  const gift = await paid(shop, buyer.client, email);
  const byReader = await review(world.client(), shop, "Ada", {
    reference: gift.orderNumber,
    email,
  });
  const second = await paid(shop, buyer.client, email);
  const byBuyer = await review(buyer.client, shop, "Grace Hopper", {
    reference: second.orderNumber,
    email,
  });
  await erase(world, shop);
  expect(await namesOf(world)).toEqual({
    [byReader]: "Former customer",
    [byBuyer]: "Grace Hopper",
  });
});

test("erasing removes a review by a former email on another customer's order only if it is older than the change", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const { userId, client } = await openAccount(world, { email: "old@example.com" });
  const { id } = await client.customers.getMyCustomer({ storeId: shop.storeId });
  const buyer = await openAccount(world, { email: "grace@example.com" });
  const former = "old@example.com";
  const gifts = [await paid(shop, buyer.client, former), await paid(shop, buyer.client, former)];
  const [first = "", second = ""] = gifts.map(({ orderNumber }) => orderNumber);
  const write = (name: string, reference: string) =>
    review(world.client(), shop, name, { reference, email: former });
  const theirs = await write("Ada", first);
  await world.admin.query("update shop.users set email = $2 where id = $1", [userId, email]);
  const others = await write("Bob", second);
  await fulfillAll(world);
  const staff = await staffClient(world, shop.storeId, "STAFF");
  await staff.customers.eraseCustomer({ id });
  expect(await namesOf(world)).toEqual({ [theirs]: "Former customer", [others]: "Bob" });
});

test("erasing invalidates pages with the review and expires exports that contain the name", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const { orderNumber: reference } = await paid(shop, world.client(), email);
  await review(world.client(), shop, "Ada Lovelace", { reference, email });
  await world.admin.query("update shop.reviews set status = 'APPROVED'");
  const owner = await staffClient(world, shop.storeId, "ADMIN");
  const ids: Record<string, string> = {};
  for (const kind of ["JSON_LINES", "PRODUCT_CSV"] as const) {
    const { id } = await owner.exports.createExport({ storeId: shop.storeId, body: { kind } });
    ids[kind] = id;
  }
  await world.admin.query(
    "update shop.file_jobs set state = 'DONE', ended_at = now(), expires_at = now() + interval '7 days'",
  );
  const open = async () =>
    (await owner.exports.createExport({ storeId: shop.storeId, body: { kind: "JSON_LINES" } })).id;
  const [running, waiting, earlier] = [await open(), await open(), await open()];
  await world.admin.query("update shop.file_jobs set state = 'RUNNING' where id = $1", [running]);
  await world.admin.query(
    "update shop.file_jobs set state = 'DONE', ended_at = (select min(created_at) - interval '1 s' from shop.reviews) where id = $1",
    [earlier],
  );
  await world.admin.query("delete from shop.jobs");
  await erase(world, shop);
  const { rows: published } = await world.admin.query(
    "select payload -> 'tags' as tags from shop.jobs where kind = 'catalogue.changed'",
  );
  expect(published).toEqual([{ tags: [`product:${shop.productId}`, "lists"] }]);
  const { rows } = await world.admin.query<{ id: string; over: boolean }>(
    "select id, coalesce(expires_at <= now(), false) as over from shop.file_jobs order by id",
  );
  expect(Object.fromEntries(rows.map(({ id, over }) => [id, over]))).toEqual({
    [ids["JSON_LINES"] ?? ""]: true,
    [ids["PRODUCT_CSV"] ?? ""]: false,
    [running]: true,
    [waiting]: false,
    [earlier]: false,
  });
  await expect(owner.exports.getExportFile({ id: ids["JSON_LINES"] ?? "" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("erasing the author of a pending review keeps exports, because they don't contain it", async ({
  world,
}) => {
  const shop = await openShopFor(world);
  const { client } = await openAccount(world, { email });
  await client.customers.getMyCustomer({ storeId: shop.storeId });
  const undecided = await review(client, shop, "Ada Lovelace");
  await addPhoto(world, shop, undecided);
  await review(world.client(), shop, "Grace Hopper");
  const owner = await staffClient(world, shop.storeId, "ADMIN");
  const ctx = await world.system(shop.storeId);
  const file = async () => {
    let text = "";
    for await (const chunk of exportChunks(ctx, jsonLines)) text += chunk;
    return text;
  };
  expect([await file()].map((text) => [/Ada/.test(text), /Grace/.test(text)])).toEqual([
    [false, true],
  ]);
  const { id } = await owner.exports.createExport({
    storeId: shop.storeId,
    body: { kind: "JSON_LINES" },
  });
  await world.admin.query("update shop.file_jobs set state = 'DONE', ended_at = now()");
  await erase(world, shop);
  const { rows } = await world.admin.query("select id, expires_at from shop.file_jobs");
  expect(rows).toEqual([{ id, expires_at: null }]);
});

limited("an account may erase itself as a customer five times an hour", async ({ world }) => {
  const { storeId } = await openShopFor(world);
  const eraseSelf = async ({ client }: Account) => {
    const { id } = await client.customers.getMyCustomer({ storeId });
    await client.customers.eraseCustomer({ id });
  };
  const account = await openAccount(world);
  for (let n = 0; n < 5; n += 1) await eraseSelf(account);
  await expect(eraseSelf(account)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await eraseSelf(await openAccount(world));
});
