import { expect } from "vitest";
import type { z } from "zod";
import { CollectionInput } from "@vetrina/contract/catalogue/collections";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { smallPicture } from "../../platform/http/small-picture.fixture.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { saveImages } from "../products/save-images.ts";
import { createCollection } from "./create-collection.ts";

type Body = Partial<z.input<typeof CollectionInput>>;

const collection = (name: string, over: Body = {}) => ({
  body: CollectionInput.parse({ name, ...over }),
});

test("collections are listed in the store's order, with their picture and number of published products", async ({
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
  const { id: hand } = await createCollection(
    ctx,
    collection("hand", { position: 1, products: [draft.id, b.id, a.id] }),
  );
  await createCollection(ctx, collection("hidden", { isPublished: false }));
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
  const [invalidation] = await queryable(world.admin).rows(
    sql`select from shop.jobs where payload -> 'tags' ? ${`collection:${hand}`}`,
  );
  expect(invalidation).toBeDefined();
});

test("a taken link, another store's product and an empty or invalid rule are rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const foreign = await makeProduct(world, await seedStore(world));
  const staff = await staffClient(world, storeId);
  const create = (body: z.input<typeof CollectionInput>) =>
    staff.collections.createCollection({ storeId, body });
  expect(await create({ name: "Women", link: "women" })).toMatchObject({ rule: null, version: 1 });
  expect((await create({ name: "Women" })).link).toBe("women-2");
  await expect(create({ name: "W", link: "women" })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "link" },
  });
  await expect(create({ name: "New", products: [foreign.id] })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect((await create({ name: "!!!" })).link).toBe("collection");
  for (const rule of [{}, { color: "red" }, { price: {} }, { price: { from: 5, below: 5 } }])
    await expect(create({ name: "Odd", rule })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  const price = { from: 0.001 };
  await expect(create({ name: "Odd", rule: { price } })).rejects.toMatchObject({
    details: [{ path: "rule.price.from" }],
  });
  await expect(
    create({ name: "Odd", rule: { sale: true }, products: [foreign.id] }),
  ).rejects.toMatchObject({ code: "AUTOMATED_COLLECTION" });
  expect((await world.client().collections.listCollections({ storeId })).total).toBe(3);
});

test("concurrent creations with one name get different links", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      staff.collections.createCollection({ storeId, body: { name: "Linen" } }),
    ),
  );
  expect(new Set(made.map(({ link }) => link)).size).toBe(6);
});

test("an update changes only the fields sent, shoppers don't see unpublished collections, and a deleted one is gone", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const shopper = world.client();
  const before = await staff.collections.createCollection({
    storeId,
    body: { name: "Sale", rule: { sale: true, price: { below: 19.99 } } },
  });
  expect(before.rule).toEqual({ sale: true, price: { below: 19.99 } });
  const { id } = before;
  const after = await staff.collections.updateCollection({
    id,
    body: { name: "Last items", isPublished: false },
  });
  expect(after).toEqual({
    ...before,
    name: "Last items",
    isPublished: false,
    version: 2,
    updatedAt: after.updatedAt,
  });
  await expect(
    staff.collections.updateCollection(
      { id, body: { name: "Mine" } },
      { headers: { "if-match": '"1"' } },
    ),
  ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { name: "Last items", version: 2 } });
  const read = { storeId, link: "sale" };
  await expect(shopper.collections.getCollection(read)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await staff.collections.getCollection(read)).toEqual(after);
  expect((await staff.collections.listCollections({ storeId })).items).toEqual([after]);
  expect((await shopper.collections.listCollections({ storeId })).total).toBe(0);
  await staff.collections.deleteCollection({ id });
  expect((await staff.collections.listCollections({ storeId })).total).toBe(0);
  const body = { name: "Sale", link: "sale" };
  expect((await staff.collections.createCollection({ storeId, body })).link).toBe("sale");
});

test("products are added, moved and removed manually, and listed in that order", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const [a, b, c, d] = await Promise.all(
    ["A", "B", "C", "D"].map((name) => makeProduct(world, storeId, { name })),
  ).then((made) => made.map((product) => product.id));
  if (!a || !b || !c || !d) throw new Error("four products");
  const { id } = await staff.collections.createCollection({
    storeId,
    body: { name: "Picked", products: [a, b] },
  });
  const names = async () => {
    const { items } = await world
      .client()
      .products.listProducts({ linkStoreId: storeId, collection: "picked" });
    return items.map(({ name }) => name).join("");
  };
  const put = (products: string[], position?: number) =>
    staff.collections.addCollectionProducts({ id, body: { products, position } });
  expect(await put([c, a])).toMatchObject({ productCount: 3, version: 2 });
  expect(await names()).toBe("ABC");
  await put([d, c], 1);
  expect(await names()).toBe("ADCB");
  await put([b, a, c, d], 0);
  expect(await names()).toBe("BACD");
  // Ids are compared ignoring case.
  await put([b.toUpperCase()], 3);
  expect(await names()).toBe("ACDB");
  await put([b], 0);
  await expect(put([a, a.toUpperCase()])).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  await expect(put([crypto.randomUUID()])).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(put([a, a])).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  const take = { id, body: { products: [a.toUpperCase(), crypto.randomUUID()] } };
  expect(await staff.collections.removeCollectionProducts(take)).toMatchObject({ productCount: 3 });
  expect(await names()).toBe("BCD");
  const { version } = await put([b]);
  const again = await staff.collections.removeCollectionProducts(take);
  expect(again.version).toBe(version);
  await staff.collections.updateCollection({ id, body: { rule: { category: "dresses" } } });
  expect(await names()).toHaveLength(4);
  await expect(put([a])).rejects.toMatchObject({ code: "AUTOMATED_COLLECTION" });
  await staff.collections.updateCollection({ id, body: { rule: null } });
  expect(await names()).toBe("BCD");
});

test("products added concurrently are all in the collection, each once", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const made = await Promise.all(Array.from({ length: 6 }, () => makeProduct(world, storeId)));
  const body = { name: "Picked" };
  const { id } = await staff.collections.createCollection({ storeId, body });
  await Promise.all(
    made.map((product) =>
      staff.collections.addCollectionProducts({
        id,
        body: { products: [product.id], position: 0 },
      }),
    ),
  );
  const rows = await queryable(world.admin).rows<{ position: number }>(sql`
    select position from shop.collection_products where collection_id = ${id} order by 1`);
  expect(new Set(rows.map(({ position }) => position)).size).toBe(6);
});

test("a product that is put first, or removed, is written without the others", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const made = await Promise.all(Array.from({ length: 6 }, () => makeProduct(world, storeId)));
  const products = made.map(({ id }) => id);
  const body = { name: "Picked", products: products.slice(0, 5) };
  const { id } = await staff.collections.createCollection({ storeId, body });
  const rows = async () => {
    const { rows: found } = await world.admin.query<{ id: string; at: string }>(
      "select product_id as id, ctid::text as at from shop.collection_products order by position",
    );
    return found;
  };
  const before = await rows();
  const put = (product: string | undefined) => ({
    id,
    body: { products: [product ?? ""], position: 0 },
  });
  await staff.collections.addCollectionProducts(put(products[5]));
  expect((await rows()).slice(1)).toEqual(before);
  await staff.collections.addCollectionProducts(put(products[2]));
  const after = await rows();
  expect(after.map((row) => row.id)).toEqual([2, 5, 0, 1, 3, 4].map((n) => products[n]));
  expect(after.slice(2)).toEqual([0, 1, 3, 4].map((n) => before[n]));
  await staff.collections.removeCollectionProducts({ id, body: { products: [products[5] ?? ""] } });
  expect(await rows()).toEqual(after.toSpliced(1, 1));
});

test("a former link redirects to its collection until another collection takes it, and unpublished collections stay hidden", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const make = (name: string, link?: string) =>
    staff.collections.createCollection({ storeId, body: { name, ...(link && { link }) } });
  const rename = (id: string, link: string) =>
    staff.collections.updateCollection({ id, body: { link } });
  const open = async (link: string) =>
    (await world.client().collections.getCollection({ storeId, link })).link;
  const { id } = await make("Dresses");
  for (const link of ["gowns", "frocks"]) await rename(id, link);
  for (const link of ["dresses", "gowns", "frocks"]) expect(await open(link)).toBe("frocks");
  await rename(id, "gowns");
  for (const link of ["dresses", "gowns", "frocks"]) expect(await open(link)).toBe("gowns");
  expect((await make("Dresses")).link).toBe("dresses-2");
  expect((await make("New dresses", "dresses")).link).toBe("dresses");
  expect(await open("dresses")).toBe("dresses");
  await staff.collections.updateCollection({ id, body: { isPublished: false } });
  await expect(open("frocks")).rejects.toMatchObject({ code: "NOT_FOUND" });
  const seen = await staff.collections.getCollection({ storeId, link: "frocks" });
  expect(seen.id).toBe(id);
});

test("a collection's own picture replaces its first product's, and can't be deleted while in use", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const other = await seedStore(world);
  const otherStaff = await staffClient(world, other);
  const file = new Blob([smallPicture], { type: "image/png" });
  const { id: mediaId } = await staff.media.uploadMedia({ storeId, file, alt: "Coats" });
  const theirs = await otherStaff.media.uploadMedia({ storeId: other, file });
  const body = { name: "Coats", mediaId };
  const { id, link, image } = await staff.collections.createCollection({ storeId, body });
  expect(image).toMatchObject({ id: mediaId, alt: "Coats", kind: "PHOTO", width: 1 });
  const shown = await world.client().collections.getCollection({ storeId, link });
  expect([shown.image, shown.mediaId]).toEqual([image, mediaId]);
  await expect(staff.media.deleteMedia({ id: mediaId })).rejects.toMatchObject({
    code: "MEDIA_IN_USE",
  });
  await world.admin.query("delete from shop.jobs");
  await staff.media.updateMedia({ id: mediaId, body: { alt: "Wool" } });
  const { rows } = await world.admin.query("select payload from shop.jobs");
  expect(rows).toEqual([{ payload: { tags: [`collection:${id}`, "lists"] } }]);
  const put = (next: string | null) =>
    staff.collections.updateCollection({ id, body: { mediaId: next } });
  await expect(put(theirs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await put(null)).toMatchObject({ image: null, mediaId: null });
  await put(mediaId);
  await staff.collections.deleteCollection({ id });
  await staff.media.deleteMedia({ id: mediaId });
});
