import sharp from "sharp";
import { expect } from "vitest";
import { test as base, type World } from "#tests/world.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";

const test = base.extend({ options: { rateLimits: true } });

const limited = { code: "RATE_LIMITED", statusCode: 429 };
const words = { name: "Eve", title: "T", content: "C" };

/** The limit of calls per minute is tested elsewhere. */
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
  // A new hour may begin once in between. A /48 has four per hour.
  expect([4, 8]).toContain(refused === 8 ? 4 : 12 - refused);
  await write(world, other, "2001:db8:3:77::1");
  await write(world, productId, "198.51.100.5");
  const paid = await order(world.client(), { email: "guest@example.com" });
  await pay(paid);
  const key = { order: { reference: paid.id, key: paid.orderKey } };
  await write(world, productId, "2001:db8:3:1::1", key);
});

test("one caller may add only a share of the pictures that may be pending in a store", async ({
  world,
}) => {
  const { storeId, productId } = await openShopFor(world);
  const { id, photoKey } = await write(world, productId, "192.0.2.5");
  const made = sharp({ create: { width: 60, height: 40, channels: 3, background: "#123456" } });
  const file = new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
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
