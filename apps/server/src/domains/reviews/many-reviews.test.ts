// @module-tag slow

import { expect } from "vitest";
import { planRows } from "#tests/plan-rows.ts";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";
import { saveReview } from "./save-review.ts";

test("a product's page and its rating read a few rows, however many reviews it has", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id: productId } = await makeProduct(world, storeId);
  await world.admin.query(
    `insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, status, created_at)
     select $1, gen_random_uuid(), $2, 'Ada', 1 + n % 5, '', '', (array['small', 'true', null])[1 + n % 3],
       case when n % 10 = 0 then 'PENDING' else 'APPROVED' end, now() - n * interval '1 minute'
     from generate_series(1, 20000) n`,
    [storeId, productId],
  );
  await world.admin.query("analyze shop.reviews");
  const { reviews } = world.client();
  const listed = await record(() => reviews.listReviews({ productId }));
  const critical = await record(() => reviews.listReviews({ productId, sort: "critical" }));
  const ctx = await world.system(storeId);
  const saved = await record(() =>
    saveReview(ctx, {
      productId,
      name: "Ada",
      rating: 5,
      title: "",
      content: "",
      fit: "large",
      verified: true,
      createdAt: new Date(),
    }),
  );
  const reading = [...listed, ...critical].filter(({ text }) => text.includes("catalogue.review"));
  expect(reading).toHaveLength(4);
  const rated = saved.filter(({ text }) => text.includes("set rating_sum"));
  expect(rated).toHaveLength(1);
  expect(await planRows(world, [...reading, ...rated])).toBeLessThan(1000);
  await expect(reviews.listReviews({ productId, page: 102, limit: 100 })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });

  await world.admin.query(
    "update shop.reviews set status = 'REJECTED' where rating = 1 and fit is null",
  );
  await world.admin.query("update shop.reviews set fit = 'large' where rating = 2");
  await world.admin.query("delete from shop.reviews where rating = 3");
  const { summary } = await reviews.listReviews({ productId });
  const { rows } = await world.admin.query<Record<string, number>>(
    `select count(*)::int as count, count(*) filter (where fit = 'large')::int as large,
       count(*) filter (where fit = 'small')::int as small, count(*) filter (where rating = 1)::int as ones,
       count(*) filter (where rating = 3)::int as threes from shop.reviews where status = 'APPROVED'`,
  );
  const { fit, distribution } = summary;
  expect({
    count: summary.count,
    large: fit.large,
    small: fit.small,
    ones: distribution[4]?.count,
    threes: distribution[2]?.count,
  }).toEqual(rows[0]);
});
