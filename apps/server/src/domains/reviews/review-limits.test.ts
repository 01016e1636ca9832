// @module-tag slow

import sharp from "sharp";
import { expect } from "vitest";
import { test as base, type World } from "#tests/world.ts";
import { seedSession } from "#tests/seed.ts";
import { orders } from "@vetrina/contract/orders/orders";
import { openAccount, openShopFor } from "../customers/customers.fixture.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });

const limited = { code: "RATE_LIMITED", statusCode: 429 };
const words = { name: "Eve", title: "T", content: "C" };

/** Clears the counters of calls per minute, whose limit is tested elsewhere. */
const forgetMinutes = (world: World) =>
  world.admin.query(
    "delete from shop.rate_limits where bucket not like 'unproven reviews %' and bucket not like 'review photos %'",
  );

const write = async (world: World, productId: string, address: string, more: object = {}) => {
  await forgetMinutes(world);
  const body = { ...words, ...more };
  return world.client({ address }).reviews.createReview({ productId, body });
};

const refusedOf = async (calls: (() => Promise<unknown>)[]) => {
  let refused = 0;
  for (const call of calls)
    await call().catch((error: unknown) => {
      expect(error).toMatchObject(limited);
      refused += 1;
    });
  return refused;
};

test("one caller may submit only a share of the reviews without an order that a product and its store accept", async ({
  world,
}) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const { id: other } = await makeProduct(world, storeId);
  const invented = { order: { reference: "no such order", email: "eve@example.com" } };
  const refused = await refusedOf(
    Array.from(
      { length: 12 },
      (_, i) => () => write(world, productId, `2001:db8:3:${i}::1`, i % 2 ? invented : {}),
    ),
  );
  // A /48 network may submit four reviews per hour, or eight here if a new hour begins during the test.
  expect([4, 8]).toContain(refused === 8 ? 4 : 12 - refused);
  await write(world, other, "2001:db8:3:77::1");
  await write(world, productId, "198.51.100.5");
  const paid = await order(world.client(), { email: "guest@example.com" });
  await pay(paid);
  const key = { order: { reference: paid.id, key: paid.orderKey } };
  await write(world, productId, "2001:db8:3:1::1", key);
});

test("guessing the email of an order counts like looking up the order", async ({ world }) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const paid = await order(world.client(), { email: "guest@example.com" });
  await pay(paid);
  const { id } = await makeProduct(world, storeId);
  const review = (address: string, of: string) => {
    const reviewed = { ...words, order: { reference: paid.id, email: "guest@example.com" } };
    return world.client({ address }).reviews.createReview({ productId: of, body: reviewed });
  };
  expect(await review("192.0.2.5", id)).toMatchObject({ verified: false });
  expect(await review("192.0.2.6", productId)).toMatchObject({ verified: true });
  const { access } = orders.getOrderThankYou;
  for (const place of ["192.0.2.7", "target"]) {
    const { rowCount } = await world.admin.query(
      `insert into shop.rate_limits (bucket, window_start, calls)
       select coalesce((select max(bucket) from shop.rate_limits where bucket like $1), $1),
         date_trunc('minute', now()) + n * interval '1 minute', $2 from generate_series(0, 1) n
       on conflict (bucket, window_start) do update set calls = excluded.calls`,
      [`getOrderThankYou ${place}${place === "target" ? " %" : ""}`, access.limit],
    );
    expect(rowCount).toBe(2);
    await expect(review("192.0.2.7", productId)).rejects.toMatchObject(limited);
    await world.admin.query("delete from shop.rate_limits where bucket like '%192.0.2.7'");
  }
});

test("one caller may add only a share of the pictures that may be pending in a store", async ({
  world,
}) => {
  const { storeId, productId } = await openShopFor(world);
  const { id, photoKey } = await write(world, productId, "192.0.2.5");
  const file = await pictureFile();
  const add = async (address: string) => {
    await forgetMinutes(world);
    return world.client({ address }).reviews.addReviewPhoto({ id, key: photoKey, file });
  };
  await add("192.0.2.5");
  await world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('hour', now()) + n * interval '1 hour', 20 from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set calls = 20`,
    [`review photos of ${storeId} 192.0.2.5`],
  );
  await expect(add("192.0.2.5")).rejects.toMatchObject(limited);
  await add("198.51.100.5");
});

/** Adds pictures with this many megapixels to a review, as its author could in a few hours. */
const addPixels = (world: World, reviewId: string, megapixels: number) =>
  world.admin.query(
    `insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes)
     select store_id, id, gen_random_uuid(), gen_random_uuid(), 1000, $2 * 1000, '{10}', 10 from shop.reviews where id = $1`,
    [reviewId, megapixels],
  );

const pictureFile = async () => {
  const made = sharp({ create: { width: 60, height: 40, channels: 3, background: "#123456" } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
};
const full = { code: "LIMIT_REACHED", statusCode: 409 };

test("one caller can use only a part of the space for pending pictures, and less of it the more others use", async ({
  world,
}) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const file = await pictureFile();
  let products = 0;
  /** Each review is of a different product, because the limit per product is tested above. */
  const review = async (address: string, more: object = {}) => {
    products += 1;
    const of = products === 1 ? productId : (await makeProduct(world, storeId)).id;
    return write(world, of, address, more);
  };
  const add = async (address: string) => {
    const { id, photoKey: key } = await review(address);
    return world.client({ address }).reviews.addReviewPhoto({ id, key, file });
  };
  const fill = async (address: string, megapixels: number) =>
    addPixels(world, (await review(address)).id, megapixels);
  const paid = await order(world.client(), { email: "guest@example.com" });
  await pay(paid);
  const buyer = await write(world, productId, "192.0.2.5", {
    order: { reference: paid.id, key: paid.orderKey },
  });

  await fill("192.0.2.5", 49);
  await add("192.0.2.5");
  await fill("192.0.2.5", 1);
  await expect(add("192.0.2.5")).rejects.toMatchObject(full);
  // Another caller may fill a fifth of the remaining 200 megapixels.
  await fill("192.0.2.6", 41);
  await expect(add("192.0.2.6")).rejects.toMatchObject(full);
  for (const n of [1, 2, 3]) await fill(`2001:db8:3:${n}::1`, 22);
  await expect(add("2001:db8:3:9::1")).rejects.toMatchObject(full);
  await add("198.51.100.5");
  await world.client({ address: "192.0.2.5" }).reviews.addReviewPhoto({
    id: buyer.id,
    key: buyer.photoKey,
    file,
  });
});

test("one caller may submit a tenth of a product's daily reviews, and an IPv6 /48 a fifth", async ({
  world,
}) => {
  const { productId } = await openShopFor(world);
  const writeAll = async (addressOf: (i: number) => string) => {
    for (let i = 0; ; i += 1) {
      // Resets the limits, as if an hour had passed.
      await world.admin.query("truncate shop.rate_limits");
      const ended = await write(world, productId, addressOf(i)).catch((error: unknown) => error);
      if (!(ended instanceof Error)) continue;
      expect(ended).toMatchObject(full);
      return i;
    }
  };
  expect(await writeAll(() => "192.0.2.5")).toBe(10);
  expect(await writeAll((i) => `2001:db8:3:${i}::1`)).toBe(18);
  expect(await writeAll((i) => `2001:db8:4:${i}::1`)).toBeGreaterThan(10);
  await write(world, productId, "198.51.100.5");
});

test("a review keeps no trace of its caller once it is decided and a day old, or erased", async ({
  world,
}) => {
  const { storeId, productId } = await openShopFor(world);
  const staff = await staffClient(world, storeId);
  const account = await openAccount(world);
  const { id: customerId } = await account.client.customers.getMyCustomer({ storeId });
  for (let i = 0; i < 3; i += 1) await write(world, productId, `2001:db8:3:${i}::1`);
  const accessToken = await seedSession(world, account.userId);
  await world
    .client({ accessToken, address: "2001:db8:3:9::1" })
    .reviews.createReview({ productId, body: words });
  const traced = async () => {
    await world.services.database.worker.query("select door.sweep_away()");
    const { rowCount } = await world.admin.query(
      "select from shop.reviews where caller is not null and network is not null",
    );
    return rowCount;
  };
  expect(await traced()).toBe(4);
  await account.client.customers.eraseCustomer({ id: customerId });
  expect(await traced()).toBe(3);
  const { items } = await staff.reviews.listStoreReviews({ storeId });
  for (const { id } of items.slice(2))
    await staff.reviews.updateReview({ id, body: { status: "REJECTED" } });
  expect(await traced()).toBe(3);
  await world.admin.query("update shop.reviews set created_at = created_at - interval '25 hours'");
  expect(await traced()).toBe(1);
});
