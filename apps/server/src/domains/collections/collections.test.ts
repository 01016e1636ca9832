import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";
import { saveImages } from "../products/save-images.ts";
import { createCollection, type NewCollection } from "./create-collection.ts";

const collection = (link: string, over: Partial<NewCollection> = {}): NewCollection => ({
  link,
  name: link,
  description: "",
  rule: {},
  position: 0,
  ...over,
});

test("collections are listed in the store's order, with what is published in them and its picture", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const ctx = await world.system(storeId);
  const a = await makeProduct(world, storeId);
  const b = await makeProduct(world, storeId, { department: "unisex" });
  const draft = await makeProduct(world, storeId, { status: "DRAFT" });
  await saveImages(ctx, {
    productId: b.id,
    images: [
      { key: "b", alt: "B", width: 960, height: 1200, widths: [320], color: null, kind: "PHOTO" },
    ],
  });
  await createCollection(ctx, collection("later", { position: 2, rule: { department: "women" } }));
  const hand = await createCollection(
    ctx,
    collection("hand", { position: 1, productIds: [draft.id, b.id, a.id, b.id] }),
  );
  const hidden = await createCollection(ctx, collection("hidden"));
  await queryable(world.admin).run(
    sql`update shop.collections set is_published = false where id = ${hidden}`,
  );
  const shopper = world.client();
  const { items, total } = await shopper.collections.listCollections({ storeId: "shop" });
  expect([total, items.map(({ link, productCount }) => [link, productCount])]).toEqual([
    2,
    [
      ["hand", 2],
      ["later", 2],
    ],
  ]);
  expect(items[0]).toMatchObject({ id: hand, image: { url: "/media/b/640.webp", alt: "B" } });
  await expect(
    shopper.collections.getCollection({ storeId: "shop", link: "hidden" }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  const [told] = await queryable(world.admin).rows(
    sql`select from shop.outbox where payload -> 'tags' ? ${`collection:${hand}`}`,
  );
  expect(told).toBeDefined();
});

test("a taken link, another store's product and an unknown rule are refused", async ({ world }) => {
  const storeId = await seedStore(world);
  const other = await seedStore(world);
  const ctx = await world.system(storeId);
  const foreign = await makeProduct(world, other);
  await createCollection(ctx, collection("women"));
  await expect(createCollection(ctx, collection("women"))).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "link" },
  });
  await expect(
    createCollection(ctx, collection("new", { productIds: [foreign.id] })),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  const odd = { color: "red" } as NewCollection["rule"];
  await expect(createCollection(ctx, collection("odd", { rule: odd }))).rejects.toThrow(/color/);
  const shopper = world.client();
  expect((await shopper.collections.listCollections({ storeId })).total).toBe(1);
  expect((await shopper.collections.listCollections({ storeId: other })).total).toBe(0);
});
