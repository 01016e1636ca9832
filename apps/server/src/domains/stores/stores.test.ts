import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { newId } from "../../platform/id.ts";
import { savePolicy } from "../policies/save-policy.ts";

test("a store is found by id, slug and domain, with its home region's Standard rate", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop", currency: "JPY", country: "US" });
  const admin = queryable(world.admin);
  await admin.run(sql`
    insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, price_minor, transit_min, transit_max, position)
    select store_id, gen_random_uuid(), provider_id, region_id, 'Next Day', 2999, 1, 1, -1 from shop.shipping_rates where store_id = ${storeId}`);
  const shopper = world.client();
  const store = await shopper.stores.getStore({ id: storeId });
  expect(store).toMatchObject({
    id: storeId,
    slug: "shop",
    domain: "shop.localhost",
    currency: "JPY",
    shipping: {
      methodName: "Standard",
      price: 999,
      freeAbove: 10_000,
      freeDomesticOnly: false,
      processingDays: { min: 1, max: 2 },
      transitDays: { min: 7, max: 10 },
    },
  });
  for (const id of ["shop", "shop.localhost", "SHOP.localhost.", "shop.localhost:3000"])
    expect(await shopper.stores.getStore({ id })).toEqual(store);
  const manager = await signedIn(world, { storeId, permissions: ["MANAGE_SETTINGS"] });
  expect(await world.client({ accessToken: manager }).stores.getStore({ id: storeId })).toEqual({
    ...store,
    settings: {
      timeZone: "Europe/Rome",
      domains: [{ host: "shop.localhost", status: "ACTIVE", isPrimary: true }],
      allowedOrigins: [],
      isContactConfirmed: true,
    },
  });
  const clerk = await signedIn(world, { storeId, permissions: ["MANAGE_ORDERS"] });
  expect(await world.client({ accessToken: clerk }).stores.getStore({ id: storeId })).toEqual(
    store,
  );
  for (const id of ["nowhere", newId()])
    for (const call of [
      () => shopper.stores.getStore({ id }),
      () => shopper.stores.listPolicies({ id }),
      () => shopper.stores.getHelp({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("shows the free shipping threshold of the home region only", async ({ world }) => {
  const storeId = await seedStore(world);
  const read = () => world.client().stores.getStore({ id: storeId });
  expect((await read()).shipping).toMatchObject({ freeDomesticOnly: false });
  await queryable(world.admin).run(sql`
    update shop.shipping_rates r set free_above_minor = free_above_minor + 1 from shop.shipping_areas a
    where a.store_id = r.store_id and a.region_id = r.region_id and a.store_id = ${storeId} and a.country = '*'`);
  expect((await read()).shipping).toMatchObject({ freeDomesticOnly: true });
});

test("a country outside every region ships as the rest of the world", async ({ world }) => {
  const storeId = await seedStore(world, { country: "PT" });
  const admin = queryable(world.admin);
  await admin.run(sql`
    update shop.shipping_rates r set price_minor = 1500 from shop.shipping_areas a
    where a.store_id = ${storeId} and a.region_id = r.region_id and a.country = '*'`);
  const store = await world.client().stores.getStore({ id: storeId });
  expect(store.shipping?.price).toBe(15);
  // Without shipping rates the page claims nothing about shipping.
  await admin.run(sql`delete from shop.shipping_rates where store_id = ${storeId}`);
  await admin.run(sql`update shop.stores set tagline = 'x' where id = ${storeId}`);
  const closed = await world.client().stores.getStore({ id: storeId });
  expect(closed.shipping).toBeNull();
});

test("policies are sanitized, replaced by type, and separate for each store", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const other = await seedStore(world, { slug: "other" });
  const ctx = await world.system(storeId);
  await savePolicy(ctx, { type: "PRIVACY_POLICY", title: "Privacy", content: "<p>Ours</p>" });
  const id = await savePolicy(ctx, { type: "REFUND_POLICY", title: "Old", content: "<p>Old</p>" });
  await savePolicy(ctx, { type: "CUSTOM", title: "Repairs", content: "<p>R</p>" });
  await savePolicy(ctx, { type: "CUSTOM", title: "Alterations", content: "<p>A</p>" });
  const again = await savePolicy(ctx, {
    type: "REFUND_POLICY",
    title: "Returns",
    content: "<p>30 days<script>x</script></p>",
  });
  expect(again).toBe(id);
  const { items } = await world.client().stores.listPolicies({ id: "shop" });
  expect(items.map(({ type, title, content }) => [type, title, content])).toEqual([
    ["REFUND_POLICY", "Returns", "<p>30 days</p>"],
    ["PRIVACY_POLICY", "Privacy", "<p>Ours</p>"],
    ["CUSTOM", "Repairs", "<p>R</p>"],
    ["CUSTOM", "Alterations", "<p>A</p>"],
  ]);
  expect((await world.client().stores.listPolicies({ id: other })).items).toEqual([]);
});

test("help is the store's own text", async ({ world }) => {
  const storeId = await seedStore(world);
  const help = await world.client().stores.getHelp({ id: storeId });
  expect(help.warranty).toEqual({ title: "Warranty", text: "" });
});
