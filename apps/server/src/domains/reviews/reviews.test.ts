import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";
import { type NewReview, saveReview } from "./save-review.ts";

const limited = test.extend({ options: { rateLimits: true } });

function review(productId: string, over: Partial<NewReview> = {}): NewReview {
  return {
    productId,
    name: "Ada",
    rating: 5,
    title: "Good",
    content: "Fits.",
    fit: "true",
    verified: true,
    createdAt: new Date("2026-10-01T10:00:00.000Z"),
    ...over,
  };
}

test("lists approved reviews with their summary, filtered by rating and in either order", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  const { id: productId } = await makeProduct(world, storeId);
  const shopper = world.client();
  expect((await shopper.reviews.listReviews({ productId })).summary).toEqual({
    average: null,
    count: 0,
    distribution: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: 0 })),
    fit: { small: 0, true: 0, large: 0 },
  });
  for (const [i, rating] of [5, 4, 2, 5].entries())
    await saveReview(
      ctx,
      review(productId, {
        rating,
        title: `No ${i}`,
        fit: i === 0 ? null : i === 2 ? "small" : "true",
        createdAt: new Date(Date.UTC(2026, 9, 1 + i)),
      }),
    );
  const all = await shopper.reviews.listReviews({ productId });
  expect(all.items.map(({ title }) => title)).toEqual(["No 3", "No 2", "No 1", "No 0"]);
  expect(all.summary).toEqual({
    average: 4,
    count: 4,
    distribution: [
      { rating: 5, count: 2 },
      { rating: 4, count: 1 },
      { rating: 3, count: 0 },
      { rating: 2, count: 1 },
      { rating: 1, count: 0 },
    ],
    fit: { small: 1, true: 2, large: 0 },
  });
  const critical = await shopper.reviews.listReviews({ productId, sort: "critical", limit: 2 });
  expect(critical.items.map(({ title }) => title)).toEqual(["No 2", "No 1"]);
  const fives = await shopper.reviews.listReviews({ productId, rating: 5, page: 2, limit: 1 });
  expect(fives.items.map(({ title }) => title)).toEqual(["No 0"]);
  expect([fives.total, fives.summary.count]).toEqual([2, 4]);
  const product = await shopper.products.getProduct({ id: productId });
  expect(product.rating).toEqual({ average: 4, count: 4 });
});

test("counts all ratings that are approved concurrently", async ({ world }) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  const { id: productId } = await makeProduct(world, storeId);
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      saveReview(ctx, review(productId, { rating: 1 + (i % 2) })),
    ),
  );
  expect((await world.client().products.getProduct({ id: productId })).rating).toEqual({
    average: 1.5,
    count: 12,
  });
});

test("a new review is pending and unpublished, and its text stays plain text", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id: productId } = await makeProduct(world, storeId);
  const shopper = world.client();
  const body = { name: "Eve", title: "<b>Bold</b>", content: "<script>alert(1)</script> & co" };
  const handed = await shopper.reviews.createReview({ productId, body });
  expect(handed).toMatchObject({ id: expect.any(String), status: "PENDING" });
  expect((await shopper.reviews.listReviews({ productId })).total).toBe(0);
  expect((await shopper.products.getProduct({ id: productId })).rating.count).toBe(0);
  const [row] = await queryable(world.admin).rows(
    sql`select title, content, rating, verified, status from shop.reviews where id = ${handed.id}`,
  );
  expect(row).toEqual({
    title: body.title,
    content: body.content,
    rating: 5,
    verified: false,
    status: "PENDING",
  });
});

test("rejects empty reviews, and reviews of unknown or unpublished products", async ({ world }) => {
  const storeId = await seedStore(world);
  const draft = await makeProduct(world, storeId, { status: "DRAFT" });
  const live = await makeProduct(world, storeId);
  const shopper = world.client();
  const body = { name: "Eve", title: "T", content: "C" };
  for (const productId of [draft.id, newId()])
    await expect(shopper.reviews.createReview({ productId, body })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  await expect(
    shopper.reviews.createReview({ productId: live.id, body: { ...body, title: " ", rating: 6 } }),
  ).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "title", message: "Enter a title." }, { path: "rating" }],
  });
});

limited("ten reviews a minute from one address", async ({ world }) => {
  const storeId = await seedStore(world);
  const { id: productId } = await makeProduct(world, storeId);
  const shopper = world.client({ address: "192.0.2.77" });
  const body = { name: "Eve", title: "T", content: "C" };
  for (let i = 0; i < 10; i += 1)
    await shopper.reviews.createReview({ productId, body }).catch(() => {});
  await world.admin.query("delete from shop.rate_limits where bucket like 'unproven reviews %'");
  await expect(shopper.reviews.createReview({ productId, body })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
});

test("limits pending and daily unverified reviews of a product, and still accepts a verified buyer's", async ({
  world,
}) => {
  const { storeId, productId, order, pay } = await openShopFor(world);
  const { id: other } = await makeProduct(world, storeId);
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, name, rating, title, content, verified, created_at)
     select $1, gen_random_uuid(), $2, 'x', 1, 'x', 'x', n > 600, now() - interval '1 hour' * case when n < 60 then 1 else 30 end
     from generate_series(1, 650) n where n < 500 or n > 600`,
    [storeId, productId],
  );
  const body = { name: "Ada", title: "Good", content: "Fits." };
  const write = (more: object = {}, id = productId) =>
    world.client().reviews.createReview({ productId: id, body: { ...body, ...more } });
  await write();
  const full = { code: "LIMIT_REACHED" };
  await expect(write()).rejects.toMatchObject(full);
  await write({}, other);
  const paid = await order(world.client(), { email: "guest@example.com" });
  await pay(paid);
  await write({ order: { reference: paid.id, key: paid.orderKey } });
  await expect(write()).rejects.toMatchObject(full);
  await world.admin.query("update shop.reviews set status = 'REJECTED' where product_id = $1", [
    productId,
  ]);
  await write();
});
