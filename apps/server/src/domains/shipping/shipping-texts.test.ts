// @module-tag slow

import { expect } from "vitest";
import { excessTick } from "#tests/costs.ts";
import { record } from "#tests/recorded.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { seedLanguage } from "../../platform/http/contract.fixture.ts";
import { member } from "../roles/roles.fixture.ts";

test("texts are compared with the rates, and each text with an outdated free shipping threshold is found", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const { productId } = await seedProduct(world, storeId);
  await staff.policies.createPolicy({
    storeId,
    body: {
      type: "SHIPPING_POLICY",
      title: "Shipping",
      content:
        "<p>Shipping is <strong>free on orders over $100</strong>.</p><p>Delivery takes 8-12 business days.</p>",
    },
  });
  await staff.stores.updateStore({
    id: storeId,
    body: { season: { name: "Autumn", text: "Free shipping over $100, all season." } },
  });
  await world.admin.query("update shop.products set description = $2 where id = $1", [
    productId,
    "<p>A coat.</p><p>Ships for $9.99.</p>",
  ]);
  await seedLanguage(world, storeId, "IT");
  await world.admin.query(
    `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     values ($1, gen_random_uuid(), 'PRODUCT', $2, 'IT', '{"description": "Spedizione gratuita sopra $100."}')`,
    [storeId, productId],
  );
  const check = () => staff.shipping.checkShippingTexts({ storeId });
  expect(await check()).toEqual({ items: [], isComplete: true });

  const { items: providers } = await staff.shipping.listShippingProviders({ storeId });
  const { items: rates } = await staff.shipping.listShippingRates({
    providerId: providers[0]?.id ?? "",
  });
  for (const { id } of rates)
    await staff.shipping.updateShippingRate({
      id,
      body: { price: 12, freeAbove: 80, transitDays: { min: 2, max: 3 } },
    });
  const { items, isComplete } = await check();
  expect(isComplete).toBe(true);
  const found = items.map(({ source, field, language, kind, claim, settings }) =>
    [source, field, language, kind, claim, settings.join(" ")].join(" | "),
  );
  expect(found.toSorted()).toEqual([
    "POLICY | content |  | DAYS | 8-12 business days | 1-2 2-3 3-5",
    "POLICY | content |  | FREE_SHIPPING | $100 | $80.00",
    "PRODUCT | description |  | PRICE | $9.99 | $12.00",
    "PRODUCT | description | IT | FREE_SHIPPING | $100 | $80.00",
    "STORE | season.text |  | FREE_SHIPPING | $100 | $80.00",
  ]);
});

test("long texts are checked in short ticks, and text beyond the limit of characters is not read", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  await world.admin.query(
    `insert into shop.policies (store_id, id, type, title, content)
     select $1, gen_random_uuid(), 'CUSTOM', 'Policy ' || n, repeat('port. ', 10600) from generate_series(1, 12) n`,
    [storeId],
  );
  const check = () => staff.shipping.checkShippingTexts({ storeId });
  expect(await check()).toEqual({ items: [], isComplete: true });
  expect(await excessTick(check, 60)).toBeNull();
  await world.admin.query(
    "update shop.policies set content = repeat('port. ', 50000) where store_id = $1",
    [storeId],
  );
  expect(await check()).toEqual({ items: [], isComplete: false });
});

test("the check is for staff of the store, and finds at most 200 sentences", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  await staff.policies.createPolicy({
    storeId,
    body: {
      type: "SHIPPING_POLICY",
      title: "Shipping",
      content: "<p>Free shipping over $5.</p>".repeat(201),
    },
  });
  const { items, isComplete } = await staff.shipping.checkShippingTexts({ storeId });
  expect(items).toHaveLength(200);
  expect(isComplete).toBe(false);
  const other = await member(world, storeId, ["MANAGE_DISCOUNTS"]);
  await expect(other.shipping.checkShippingTexts({ storeId })).rejects.toMatchObject({
    statusCode: 403,
  });
});

test("the newest 5,000 products are searched, up to 10 MB", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const check = () => staff.shipping.checkShippingTexts({ storeId });
  const add = (count: number, description: string) =>
    world.admin.query(
      `insert into shop.products (store_id, id, link, name, description)
       select $1, gen_random_uuid(), gen_random_uuid()::text, 'Coat', $3 from generate_series(1, $2::int)`,
      [storeId, count, description],
    );
  await add(5000, "A coat.");
  expect(await check()).toEqual({ items: [], isComplete: true });
  await add(1, "A coat.");
  expect(await check()).toEqual({ items: [], isComplete: false });
  await world.admin.query("delete from shop.products");
  await add(99, "A coat. ".repeat(12_500));
  expect(await check()).toEqual({ items: [], isComplete: true });
  await add(2, "A coat. ".repeat(12_500));
  expect(await check()).toEqual({ items: [], isComplete: false });
});

test("translations beyond 10 MB are not even read to measure them", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
  await seedLanguage(world, storeId, "DE");
  await world.admin.query(
    `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
     select $1, gen_random_uuid(), 'PRODUCT', gen_random_uuid(), 'DE',
       jsonb_build_object('description', (select string_agg(md5(n || '-' || i), '') from generate_series(1, 1250) i))
     from generate_series(1, 600) n`,
    [storeId],
  );
  const read = await record(() => staff.shipping.checkShippingTexts({ storeId }));
  const reading = read.find(({ text }) => text.includes("is_searched"));
  if (reading === undefined) throw new Error("no statement");
  const { rows } = await world.admin.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${reading.text}`,
    reading.values,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan ?? {};
  const blocks = Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]);
  // 10 MB take 1,300 blocks of 8 KB, and each of these takes about two index blocks. Reading all translations (24 MB)
  // would take more than twice as many.
  expect(blocks).toBeLessThan(5000);
});
