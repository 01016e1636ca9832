import { describe, expect } from "vitest";
import { beforeStatement } from "#tests/recorded.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test, type World } from "#tests/world.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { draftShop } from "../draft-orders/drafts.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { openAccount, openShopFor } from "./customers.fixture.ts";

const email = "ada.lovelace@example.com";

type Ids = { storeId: string; id: string };

const erase = (tx: Transaction, { id }: Pick<Ids, "id">) =>
  tx.run(sql`select from door.erase_customer(${id}, 'Former customer', now())`);

/** Erases a customer, and commits once `call` waits for it. Returns the call's result. */
async function whileErasing<T>(
  world: World,
  { storeId, id }: Ids,
  call: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  const ctx = await world.system(storeId);
  const { ended } = await ctx.tx(async (tx) => {
    await erase(tx, { id });
    const ending = Promise.allSettled([call()]);
    await untilBlocked(world);
    return { ended: ending };
  });
  const [end] = await ended;
  return end;
}

/** Creates a shop with a customer who has an account. */
async function accountShop(world: World) {
  const shop = await openShopFor(world);
  const staff = await staffClient(world, shop.storeId, "STAFF");
  const { client, userId } = await openAccount(world, { email });
  const { id } = await client.customers.getMyCustomer({ storeId: shop.storeId });
  return { ...shop, staff, client, userId, id };
}

const reviewsOf = async ({ admin }: World) => {
  const { rows } = await admin.query(
    "select name, customer_id as author, verified from shop.reviews",
  );
  return rows;
};

const fulfill = ({ admin }: World) =>
  admin.query("update shop.order_items set fulfilled_quantity = quantity");

test("an order that an account places while it is erased belongs to the account's new customer", async ({
  world,
}) => {
  const shop = await accountShop(world);
  const { storeId, client, id, order } = shop;
  const end = await whileErasing(world, shop, () => order(client, { email: "gift@example.com" }));
  expect(end).toMatchObject({ status: "fulfilled" });
  const mine = await client.customers.getMyCustomer({ storeId });
  expect(mine.id).not.toBe(id);
  const { items } = await client.customers.listCustomerOrders({ id: mine.id });
  expect(items.length).toBe(1);
  await expect(client.customers.eraseCustomer({ id: mine.id })).rejects.toMatchObject({
    code: "OPEN_ORDERS",
  });
});

test("a guest's order that is placed while a customer with its email is erased is canceled, not left without an address", async ({
  world,
}) => {
  const { storeId, order, pay } = await openShopFor(world);
  const staff = await staffClient(world, storeId, "STAFF");
  const { id } = await staff.customers.createCustomer({ storeId, body: { email, name: "Ada" } });
  const placed: Awaited<ReturnType<typeof order>>[] = [];
  await beforeStatement(
    "door.erase_customer",
    async () => placed.push(await order(world.client(), { email })),
    () => staff.customers.eraseCustomer({ id }),
  );
  const [guest] = placed;
  expect(guest && (await staff.orders.getOrder({ id: guest.id }))).toMatchObject({
    status: "CANCELLED",
    shippingAddress: null,
  });
  await expect(guest && pay(guest)).rejects.toMatchObject({ status: 404 });
  await expect(staff.customers.getCustomer({ id })).rejects.toMatchObject({ status: 404 });
});

test("a draft order for a customer who is erased meanwhile is refused", async ({ world }) => {
  const { draft, staff, storeId } = await draftShop(world);
  const { id } = await staff.customers.createCustomer({ storeId, body: { email, name: "Ada" } });
  const end = await whileErasing(world, { storeId, id }, () => draft({ customerId: id }));
  expect(end).toMatchObject({ status: "rejected", reason: { code: "VALIDATION_FAILED" } });
});

describe("a review that is written while its author is erased", () => {
  type Shop = Awaited<ReturnType<typeof accountShop>>;
  type Review = Parameters<Client["reviews"]["createReview"]>[0]["body"];
  const body: Review = { name: "Ada Lovelace", title: "Good", content: "Fits." };
  const review = ({ productId }: Shop, client: Client, order?: Review["order"]) =>
    client.reviews.createReview({ productId, body: { ...body, ...(order && { order }) } });
  const paid = async ({ order, pay }: Shop, client: Client) => {
    const placed = await order(client, { email });
    await pay(placed);
    return placed;
  };

  /** How the author of a review is identified. After the erasure, none of them verifies it. */
  const authors: Record<string, (world: World, shop: Shop) => Promise<() => Promise<unknown>>> = {
    "an account": async (_world, shop) => () => review(shop, shop.client),
    "an account with an order": async (_world, shop) => {
      await paid(shop, shop.client);
      return () => review(shop, shop.client);
    },
    "a guest with an order's key": async (world, shop) => {
      const { id: reference, orderKey: key } = await paid(shop, shop.client);
      return () => review(shop, world.client(), { reference, key });
    },
    "a guest with an order's email": async (world, shop) => {
      const { orderNumber: reference } = await paid(shop, world.client());
      return () => review(shop, world.client(), { reference, email });
    },
    "a guest with the email of another customer's order": async (world, shop) => {
      const buyer = await openAccount(world);
      const { orderNumber: reference } = await paid(shop, buyer.client);
      return () => review(shop, world.client(), { reference, email });
    },
  };

  for (const [author, prepare] of Object.entries(authors)) {
    test(`by ${author} is nobody's if it comes later`, async ({ world }) => {
      const shop = await accountShop(world);
      const write = await prepare(world, shop);
      await fulfill(world);
      const end = await whileErasing(world, shop, write);
      expect(end).toMatchObject({ status: "fulfilled" });
      expect(await reviewsOf(world)).toEqual([{ name: body.name, author: null, verified: false }]);
    });

    test(`by ${author} loses its name if it comes first`, async ({ world }) => {
      const shop = await accountShop(world);
      const write = await prepare(world, shop);
      await fulfill(world);
      const ctx = await world.system(shop.storeId);
      let erasing: Promise<unknown> | undefined;
      const begin = async () => {
        erasing = ctx.tx((tx) => erase(tx, shop));
        await Promise.race([erasing, untilBlocked(world)]);
      };
      await beforeStatement("insert into shop.reviews", begin, write);
      await erasing;
      expect(await reviewsOf(world)).toMatchObject([{ name: "Former customer", author: null }]);
    });
  }

  test("doesn't keep a picture that is added meanwhile", async ({ world }) => {
    const shop = await accountShop(world);
    const { orderNumber: reference } = await paid(shop, world.client());
    const { id } = await review(shop, world.client(), { reference, email });
    await fulfill(world);
    const ctx = await world.system(shop.storeId);
    const { erased } = await ctx.tx(async (tx) => {
      const photo = { id: newId(), key: "up/1", width: 9, height: 9, widths: [9], bytes: 9 };
      const added = await tx.row(
        sql`select door.add_review_photo(${id}, ${JSON.stringify(photo)}, 3, 9, ${ctx.now()}) as outcome`,
      );
      expect(added).toEqual({ outcome: "ADDED" });
      const erasing = ctx.tx((other) => erase(other, shop));
      await untilBlocked(world);
      return { erased: erasing };
    });
    await erased;
    const { rowCount } = await world.admin.query("select from shop.review_photos");
    expect(rowCount).toBe(0);
  });
});

test("what an earlier erasure of the person didn't see is erased with their new customer", async ({
  world,
}) => {
  const shop = await accountShop(world);
  const { storeId, productId, staff, client, id, order, pay } = shop;
  await staff.customers.eraseCustomer({ id });
  const placed = await order(client, { email });
  await pay(placed);
  const gift = await order(client, { email: "gift@example.com" });
  await client.orders.cancelOrder({ id: gift.id });
  await client.reviews.createReview({
    productId,
    body: { name: "Ada Lovelace", title: "Good", content: "Fits." },
  });
  await world.admin.query("update shop.reviews set customer_id = $1", [id]);
  await world.admin.query(
    `update shop.orders set customer_id = $1, test_held_until = null,
      payment_environment = case when paid_at is not null then 'LIVE' end`,
    [id],
  );
  const mine = await client.customers.getMyCustomer({ storeId });
  await expect(client.customers.eraseCustomer({ id: mine.id })).rejects.toMatchObject({
    code: "OPEN_ORDERS",
    details: { orders: [placed.orderNumber] },
  });
  await fulfill(world);
  await client.customers.eraseCustomer({ id: mine.id });
  const { rows } = await world.admin.query(
    "select distinct email, placed_by, shipping_address from shop.orders",
  );
  expect(rows).toEqual([{ email: null, placed_by: null, shipping_address: null }]);
  expect(await reviewsOf(world)).toMatchObject([{ name: "Former customer", author: null }]);
});
