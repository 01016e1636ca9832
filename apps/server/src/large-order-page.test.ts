import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { buildApp } from "./app.ts";
import { openShop, shippingOf } from "./domains/shipments/shipments.fixture.ts";
import { mountStorefront } from "./storefront.ts";

/**
 * The maximum size of the page in UTF-8. The page was 7.2 MB, rendered in one piece, when an order's shipments could
 * have 10,000 lines.
 */
const maxPageBytes = 300_000;

test("the page of the largest possible order stays small, and the rest can still be shipped", async ({
  world,
}) => {
  const sizes = Array.from({ length: 100 }, (_, i) => `S${i}`);
  const shop = await openShop(world, { environment: "TEST", sizes });
  const { id, orderKey, items } = await shop.buy(...sizes.map(() => 1));
  const { ship } = shippingOf(shop.staff, id);
  await world.admin.query(
    "update shop.order_items set name = position || repeat(' شال كشمير', 19), quantity = 9, total_minor = 9 * price_minor where order_id = $1",
    [id],
  );
  await world.admin.query(
    `update shop.orders set price_trace = (select jsonb_agg(jsonb_build_object('kind', 'DISCOUNT', 'id', n, 'code', null,
       'title', 'Discount ' || n, 'type', 'PERCENTAGE', 'amount', 1, 'offShipping', 0,
       'shares', (select jsonb_agg(m) from generate_series(1, 100) m))) from generate_series(1, 100) n) where id = $1`,
    [id],
  );
  const units = items.map((item) => ({ orderItemId: item.id, quantity: 1 }));
  for (let i = 0; i < 5; i += 1) await ship({ items: units });
  await expect(ship({ items: units.slice(0, 1) })).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  const options = { rateLimits: false, checkResponses: false, trustProxy: false } as const;
  const app = buildApp(world.services, options);
  await mountStorefront(app, world.services, {
    ...options,
    development: false,
    mediaDir: "/nonexistent",
  });
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [shop.storeId],
  );
  const answer = await app.inject({
    url: `/order?id=${id}`,
    headers: { host: `${rows[0]?.slug}.localhost`, cookie: `vetrina_order_${id}=${orderKey}` },
  });
  await app.close();
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain("Discount 100");
  // The page's data contains the names of all items. Its HTML omits some of them until hydration.
  expect(answer.body).toContain("99 شال كشمير");
  expect(Buffer.byteLength(answer.body)).toBeLessThan(maxPageBytes);
  expect((await ship()).lines).toHaveLength(100);
});
