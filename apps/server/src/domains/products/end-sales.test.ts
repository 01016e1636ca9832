import type { Quote } from "@vetrina/contract/pricing/shipping";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";
import { endDueSales } from "./end-sales.ts";

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

/** Creates a coat with one variant reduced from 60 to 30 and one at 70, and a shirt for 40 that isn't on sale. */
async function sale(world: World) {
  const storeId = await seedStore(world, { country: "IT" });
  const coat = await makeProduct(world, storeId, {
    name: "Coat",
    options: [{ name: "Size", values: [{ value: "S" }, { value: "M" }] }],
    variants: [
      { options: { Size: "S" }, price: 30, regularPrice: 60, stock: 10 },
      { options: { Size: "M" }, price: 70, stock: 10 },
    ],
    saleEndsAt: soon(),
  });
  await makeProduct(world, storeId, { name: "Shirt" });
  const variantId = coat.variants[0]?.id ?? "";
  const shopper = world.client();
  const items = [{ productId: coat.id, variantId, quantity: 1 }];
  return {
    storeId,
    coat,
    variantId,
    shopper,
    quote: () => shopper.shipping.calculateShipping({ body: { storeId, items } }),
    order: (total: number) =>
      shopper.orders.createOrder({
        storeId,
        body: {
          items,
          email: "ada@example.com",
          total,
          shippingAddress: {
            name: "Ada Rossi",
            address: "1 Main St",
            city: "Austin",
            region: "TX",
            postalCode: "78701",
            country: "US",
          },
        },
      }),
    list: (query: object = {}) => shopper.products.listProducts({ linkStoreId: storeId, ...query }),
  };
}

/** Moves the end of the product's sale into the past. */
async function pass(world: World, productId: string): Promise<void> {
  await world.admin.query(
    "update shop.products set sale_ends_at = now() - interval '1 millisecond' where id = $1",
    [productId],
  );
}

test("a sale's price ends with the sale wherever it is shown or charged, before any job has run", async ({
  world,
}) => {
  const { coat, shopper, quote, order, list } = await sale(world);
  const before = await quote();
  expect(before).toMatchObject({
    subtotal: 30,
    lines: [{ price: 30, regularPrice: 60, sale: { endsAt: coat.saleEndsAt } }],
  });
  const card = (await list({ sale: true })).items[0];
  expect(card).toMatchObject({ price: 30, regularPrice: 60, sale: { endsAt: coat.saleEndsAt } });

  await pass(world, coat.id);
  const page = await shopper.products.getProduct({ id: coat.id });
  expect(page).toMatchObject({
    sale: null,
    variants: [{ price: 60, regularPrice: null, lowestPrice: null }, { price: 70 }],
  });
  const related = await shopper.products.listRelated({
    productId: (await list({ name: "shirt" })).items[0]?.id ?? "",
  });
  expect(related.items).toMatchObject([{ price: 60, regularPrice: null, sale: null }]);
  const after = await quote();
  expect(after).toMatchObject({
    subtotal: 60,
    lines: [{ price: 60, regularPrice: null, total: 60, sale: null }],
  });
  await expect(order(before.total)).rejects.toMatchObject({
    code: "TOTAL_CHANGED",
    details: {
      quote: { total: after.total, lines: [{ price: 60, sale: null }] } as Partial<Quote>,
    },
  });
  expect(await order(after.total)).toMatchObject({ subtotal: 60, items: [{ price: 60 }] });
});

test("lists sort, filter and count by the regular price once the sale has ended", async ({
  world,
}) => {
  const { coat, list } = await sale(world);
  const names = async (query: object) => (await list(query)).items.map(({ name }) => name);
  const prices = async () =>
    (await list()).facets.find(({ name }) => name === "price")?.values.map(({ count }) => count);
  expect((await names({ sort: "price-low" }))[0]).toBe("Coat");
  const counted = await prices();
  await pass(world, coat.id);
  expect((await list({ sale: true })).total).toBe(0);
  expect((await names({ sort: "price-low" }))[1]).toBe("Coat");
  expect(await prices()).not.toEqual(counted);
  expect((await list()).items).toMatchObject([
    {},
    { name: "Coat", price: 60, regularPrice: null, highestPrice: 70, sale: null },
  ]);
});

test("the worker applies the ended sale once, and the product's next sale starts from scratch", async ({
  world,
}) => {
  const { storeId, coat, variantId, shopper } = await sale(world);
  const open = await makeProduct(world, storeId, {
    variants: [{ price: 30, regularPrice: 40, options: {} }],
    options: [],
  });
  await pass(world, coat.id);
  await world.admin.query("delete from shop.jobs");
  await Promise.all([endDueSales(world.services), endDueSales(world.services)]);
  await endDueSales(world.services);

  const { rows } = await world.admin.query(
    `select payload -> 'tags' as tags from shop.jobs where kind = 'catalogue.changed'`,
  );
  expect(rows).toEqual([{ tags: [`product:${coat.id}`, "lists"] }]);
  const entries = await world.admin.query(
    `select actor_kind, before, after from shop.audit_entries where entity_id = $1 and actor_kind = 'system'
      and action = 'UPDATE'`,
    [variantId],
  );
  expect(entries.rows).toEqual([
    {
      actor_kind: "system",
      before: { priceMinor: 3000, regularPriceMinor: 6000 },
      after: { priceMinor: 6000, regularPriceMinor: null },
    },
  ]);
  const staff = await staffClient(world, storeId);
  expect(await staff.products.getProduct({ id: coat.id })).toMatchObject({
    version: coat.version + 1,
    saleEndsAt: null,
  });
  expect((await shopper.products.getProduct({ id: open.id })).variants).toMatchObject([
    { price: 30, regularPrice: 40 },
  ]);
  await staff.products.updateVariant({ id: variantId, body: { price: 50, regularPrice: 60 } });
  expect((await shopper.products.getProduct({ id: coat.id })).variants).toMatchObject([
    { price: 50, regularPrice: 60, lowestPrice: 30 },
    {},
  ]);
});

test("sales of many variants end in several transactions, each of at most 1,000 variants", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 20 }, (_, at) => ({ value: `${at}` }));
  const options = [
    { name: "Waist", values },
    { name: "Length", values },
  ];
  const variants = values.flatMap(({ value: Waist }) =>
    values.map(({ value: Length }) => ({
      options: { Waist, Length },
      price: 30,
      regularPrice: 60,
    })),
  );
  for (let at = 0; at < 3; at++) {
    const { id } = await makeProduct(world, storeId, { options, variants, saleEndsAt: soon() });
    await pass(world, id);
  }
  await endDueSales(world.services);
  const { rows } = await world.admin.query(
    "select count(*)::int as variants, min(price_minor)::int as price from shop.variants group by xmin order by 1 desc",
  );
  expect(rows).toEqual([
    { variants: 800, price: 6000 },
    { variants: 400, price: 6000 },
  ]);
});

test("a sale continues if staff postpone its end before the end was applied", async ({ world }) => {
  const { storeId, coat, shopper } = await sale(world);
  await pass(world, coat.id);
  const staff = await staffClient(world, storeId);
  const endsAt = soon();
  await staff.products.updateProduct({ id: coat.id, body: { saleEndsAt: endsAt } });
  await endDueSales(world.services);
  expect(await shopper.products.getProduct({ id: coat.id })).toMatchObject({
    sale: { endsAt },
    variants: [{ price: 30, regularPrice: 60 }, {}],
  });
});

test("a copy of a product on sale has no sale end, so it has the regular price", async ({
  world,
}) => {
  const { storeId, coat } = await sale(world);
  const staff = await staffClient(world, storeId);
  expect(await staff.products.duplicateProduct({ id: coat.id, body: {} })).toMatchObject({
    saleEndsAt: null,
    variants: [{ price: 60, regularPrice: null }, { price: 70 }],
  });
});

test("a sale's end writes variants that are sold or can be restored, and no other deleted ones", async ({
  world,
}) => {
  const { storeId, coat, variantId } = await sale(world);
  const { products } = await staffClient(world, storeId);
  const gone = await makeProduct(world, storeId, {
    name: "Scarf",
    options: [{ name: "Size", values: [{ value: "S" }] }],
    variants: [{ options: { Size: "S" }, price: 30, regularPrice: 60 }],
    saleEndsAt: soon(),
  });
  await world.admin.query(
    `insert into shop.variants (store_id, id, product_id, name, slug, price_minor, regular_price_minor, options, position, deleted_at)
     select store_id, gen_random_uuid(), product_id, name, slug, price_minor, regular_price_minor, options, position, now() - n * interval '1 s'
     from shop.variants, generate_series(1, 50) n where regular_price_minor is not null`,
  );
  await products.deleteProduct({ id: gone.id });
  await pass(world, coat.id);
  await pass(world, gone.id);
  await endDueSales(world.services);
  const { rows } = await world.admin.query<{ id: string }>(
    "select entity_id as id from shop.audit_entries where entity_type = 'variant' and action = 'UPDATE'",
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    [variantId, gone.variants[0]?.id ?? ""].toSorted(),
  );
  const restored = await products.restoreProduct({ id: gone.id });
  expect(restored.variants).toMatchObject([{ price: 60, regularPrice: null }]);
});
