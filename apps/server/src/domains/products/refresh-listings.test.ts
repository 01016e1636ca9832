// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";

const colors = 200;

test("a product's variants are not compared with each of its colors", async ({ world }) => {
  const storeId = await seedStore(world);
  const productId = newId();
  const values = Array.from({ length: colors }, (_, i) => ({ value: `Color ${i}`, swatch: null }));
  const options = [{ name: "Color", values: [...values, { value: "Unsold", swatch: null }] }];
  await world.admin.query(
    `with p as (
       insert into shop.products (store_id, id, link, name, status, options, published_at)
       values ($1, $2, 'p', 'P', 'ACTIVE', $3, now()) returning id)
     insert into shop.variants (store_id, id, product_id, name, slug, price_minor, options, position)
     select $1, gen_random_uuid(), p.id, 'V', 'v' || n, 1000, jsonb_build_object('Color', 'Color ' || n), n
     from p, generate_series(0, $4::int - 1) n`,
    [storeId, productId, JSON.stringify(options), colors],
  );
  const client = await world.admin.connect();
  const plans: string[] = [];
  client.on("notice", ({ message = "" }) => plans.push(message));
  await client.query(`load 'auto_explain'`);
  for (const [name, value] of Object.entries({
    log_min_duration: "0",
    log_nested_statements: "on",
    log_analyze: "on",
    log_level: "notice",
  }))
    await client.query(`set auto_explain.${name} = ${value}`);
  for (const statement of ["select", "analyze", "select"])
    await client.query(
      statement === "analyze"
        ? statement
        : `select shop.refresh_listings('${storeId}', array['${productId}']::uuid[])`,
    );
  client.release(true);
  const removed = plans
    .join("\n")
    .matchAll(/Rows Removed by Join Filter: (\d+)/g)
    .map(([, count]) => Number(count));
  expect(plans.join()).toContain("shop.kinds_of_options");
  expect(Math.max(0, ...removed)).toBeLessThan(colors * 2);
  const { rows } = await world.admin.query<{ colors: string[] }>(
    "select colors from shop.products where id = $1",
    [productId],
  );
  expect(rows[0]?.colors).toHaveLength(colors);
});
