import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { createUpsell } from "../upsells/create-upsell.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";
import { saveImages } from "./save-images.ts";
import { updateProduct } from "./update-product.ts";

const image = (key: string, color: string | null) => ({
  key,
  alt: key,
  width: 960,
  height: 1200,
  widths: [320, 640, 960],
  color,
  kind: "PHOTO" as const,
});

test("changes only the given fields, increments the version and writes an audit entry", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const tags = ["silk", "silk"];
  const before = await makeProduct(world, storeId, { tags, description: "<p>Old</p>" });
  expect(before.tags).toEqual(["silk"]);
  const after = await staff.products.updateProduct({
    id: before.id,
    body: { name: "New name", seoDescription: '<p onclick="x()">Hi</p>', category: "tops" },
  });
  expect(after).toEqual({
    ...before,
    name: "New name",
    category: "tops",
    seoDescription: "<p>Hi</p>",
    metaDescription: "Hi",
    version: 2,
    updatedAt: after.updatedAt,
  });
  const [entry] = await queryable(world.admin).rows(sql`
    select before, after from shop.audit_entries where action = 'UPDATE'`);
  expect(entry).toEqual({
    before: { name: before.name, category: "dresses", seoDescription: null },
    after: { name: "New name", category: "tops", seoDescription: "<p>Hi</p>" },
  });
  const found = await world.client().products.listProducts({
    linkStoreId: storeId,
    name: "new",
    category: ["tops"],
  });
  expect(found.total).toBe(1);
});

test("a long text is audited by its beginning, cut between characters", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const { id } = await makeProduct(world, storeId, { name: `a${"😀".repeat(150)}` });
  for (const description of [`a${"😀".repeat(300)}`, "😀".repeat(300), "short"])
    expect(await staff.products.updateProduct({ id, body: { description } })).toMatchObject({
      description,
    });
  const copy = await staff.products.duplicateProduct({ id, body: {} });
  expect(copy.name).toBe(`a${"😀".repeat(119)} (copy)`);
});

test("an outdated If-Match is rejected with the current product", async ({ world }) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  const save = (name: string, version: number) =>
    staff.products.updateProduct(
      { id: product.id, body: { name } },
      { headers: { "if-match": `"${version}"` } },
    );
  const saved = await save("First", 1);
  expect(saved).toMatchObject({ name: "First", version: 2 });
  await expect(save("Second", 1)).rejects.toMatchObject({
    code: "EDIT_CONFLICT",
    statusCode: 412,
    details: { name: "First", version: 2 },
  });
  expect(await save("Second", 2)).toMatchObject({ name: "Second", version: 3 });
});

test("If-Match accepts the ETag of GET, one of several, a proxy's weak one, and *", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const staff = await signedIn(world, { storeId, permissions: ["MANAGE_PRODUCTS"] });
  const send = async (tag: string) => {
    const answer = await world.app.inject({
      method: "PUT",
      url: `/api/v1/products/${product.id}`,
      headers: { authorization: `Bearer ${staff}`, "if-match": tag },
      payload: { vendor: tag },
    });
    return [answer.statusCode, answer.headers["etag"]];
  };
  expect(await send('"1"')).toEqual([200, '"2"']);
  expect(await send('"1"')).toEqual([412, undefined]);
  expect(await send('"1", "2"')).toEqual([200, '"3"']);
  expect(await send('W/"3"')).toEqual([200, '"4"']);
  expect(await send("*")).toEqual([200, '"5"']);
  for (const unknown of ["5", '"x"', '"99999999999999999999"', ""])
    expect(await send(unknown)).toEqual([412, undefined]);
});

test("a link can only be changed to a free one", async ({ world }) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  const a = await makeProduct(world, storeId, { link: "a" });
  await makeProduct(world, storeId, { link: "b" });
  await expect(updateProduct(ctx, { id: a.id, body: { link: "b" } })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "link" },
  });
  expect((await updateProduct(ctx, { id: a.id, body: { link: "a" } })).link).toBe("a");
  expect((await updateProduct(ctx, { id: a.id, body: { link: "c" } })).link).toBe("c");
});

test("only staff see a draft, and it is published when it becomes active", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const draft = await makeProduct(world, storeId, { status: "DRAFT", link: "draft" });
  const later = await makeProduct(world, storeId, {
    publishedAt: new Date(Date.now() + 60_000).toISOString(),
  });
  const staff = await staffClient(world, storeId);
  const shopper = world.client();
  for (const { id } of [draft, later]) {
    await expect(shopper.products.getProduct({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(shopper.products.listRelated({ productId: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(shopper.upsells.listUpsells({ productId: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(shopper.reviews.listReviews({ productId: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await staff.products.getProduct({ id })).id).toBe(id);
  }
  await expect(
    shopper.products.getProductPage({ id: "shop", link: "draft" }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await shopper.products.listProducts({ linkStoreId: "shop" })).total).toBe(0);
  expect((await staff.products.listProducts({ linkStoreId: "shop" })).total).toBe(2);
  const ctx = await world.system(storeId);
  const active = await updateProduct(ctx, { id: draft.id, body: { status: "ACTIVE" } });
  expect(active.publishedAt).not.toBeNull();
  expect((await shopper.products.listProducts({ linkStoreId: "shop" })).total).toBe(1);
});

test("pictures are replaced and shown by color, and a card has one per color and one more view", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const ctx = await world.system(storeId);
  const product = await makeProduct(world, storeId, {
    link: "tee",
    options: [],
    variants: [
      { options: { Color: "Red" }, price: 10, stock: 1 },
      { options: { Color: "Navy" }, price: 10, stock: 1 },
    ],
  });
  await saveImages(ctx, { productId: product.id, images: [image("old", null)] });
  await saveImages(ctx, {
    productId: product.id,
    images: [
      image("red-front", "Red"),
      image("red-back", "Red"),
      image("navy-front", "Navy"),
      image("navy-back", "Navy"),
      { ...image("drawing", null), kind: "DRAWING" },
      {
        remoteUrl: "https://x.example/a.jpg",
        alt: "",
        width: 1,
        height: 1,
        widths: [],
        color: null,
        kind: "PHOTO",
      },
    ],
  });
  const shown = await world.client().products.getProductPage({ id: "shop", link: "tee" });
  expect(shown.images.map(({ url }) => url)).toEqual([
    "/media/red-front/640.webp",
    "/media/red-back/640.webp",
    "/media/navy-front/640.webp",
    "/media/navy-back/640.webp",
    "/media/drawing/640.webp",
  ]);
  expect(shown.images[4]).toMatchObject({ kind: "DRAWING", color: null });
  expect(JSON.stringify(shown)).not.toContain("x.example");
  expect(shown.variants[1]?.images.map(({ alt }) => alt)).toEqual(["navy-front", "navy-back"]);
  const { items } = await world.client().products.listProducts({ linkStoreId: "shop" });
  expect(items[0]?.images.map(({ alt }) => alt)).toEqual([
    "red-front",
    "red-back",
    "navy-front",
    "drawing",
  ]);
});

test("pairs are in the store's order, and related products are of the same kind and never the product itself", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const ctx = await world.system(storeId);
  const dress = await makeProduct(world, storeId, { name: "Dress A" });
  const twin = await makeProduct(world, storeId, { name: "Dress B" });
  const unisex = await makeProduct(world, storeId, {
    name: "Scarf",
    category: "accessories",
    department: "unisex",
  });
  await makeProduct(world, storeId, { name: "Shirt", category: "tops", department: "men" });
  const draft = await makeProduct(world, storeId, { name: "Dress C", status: "DRAFT" });
  for (const [position, target] of [draft, unisex, twin].entries())
    await createUpsell(ctx, {
      body: {
        productId: dress.id,
        targetId: target.id,
        type: position === 2 ? "RELATED" : "CROSS_SELL",
        position,
      },
    });
  const shopper = world.client();
  const pairs = await shopper.upsells.listUpsells({ productId: dress.id });
  expect(pairs.items.map((item) => [item.type, item.product.name])).toEqual([
    ["CROSS_SELL", "Scarf"],
    ["RELATED", "Dress B"],
  ]);
  const one = await shopper.upsells.listUpsells({
    productId: dress.id,
    type: "RELATED",
    limit: 1,
  });
  expect(one.items).toHaveLength(1);
  const staff = await staffClient(world, storeId);
  expect((await staff.upsells.listUpsells({ productId: dress.id })).items).toHaveLength(3);
  const related = await shopper.products.listRelated({ productId: dress.id });
  expect(related.items.map(({ name }) => name)).toEqual(["Dress B", "Scarf"]);
  await expect(
    createUpsell(ctx, { body: { productId: dress.id, targetId: twin.id, type: "RELATED" } }),
  ).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  const other = await makeProduct(world, await seedStore(world));
  await expect(
    createUpsell(ctx, { body: { productId: dress.id, targetId: other.id, type: "RELATED" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a running flash sale shows its end; a past or canceled one does not", async ({ world }) => {
  const storeId = await seedStore(world);
  const variants = [{ price: 30, regularPrice: 40 }];
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await makeProduct(world, storeId, { options: [], variants, saleEndsAt: endsAt });
  const { id } = made;
  const shopper = world.client();
  expect((await shopper.products.getProduct({ id })).sale).toEqual({ endsAt });
  const staff = await staffClient(world, storeId);
  const priced = (regularPrice: number | null) =>
    staff.products.updateVariant({ id: made.variants[0]?.id ?? "", body: { regularPrice } });
  await priced(null);
  expect((await shopper.products.getProduct({ id })).sale).toBeNull();
  await priced(35);
  expect((await shopper.products.getProduct({ id })).sale).not.toBeNull();
  const past = new Date(Date.now() - 1000).toISOString();
  const ended = await staff.products.updateProduct({ id, body: { saleEndsAt: past } });
  expect([ended.sale, ended.saleEndsAt]).toEqual([null, past]);
  const { saleEndsAt } = await staff.products.updateProduct({ id, body: { saleEndsAt: null } });
  expect(saleEndsAt).toBeNull();
});

test("an active product always has a publication time", async ({ world }) => {
  const storeId = await seedStore(world);
  const { id } = await makeProduct(world, storeId);
  const staff = await staffClient(world, storeId);
  await expect(
    staff.products.updateProduct({ id, body: { publishedAt: null } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "publishedAt" }] });
  const draft = await staff.products.updateProduct({
    id,
    body: { status: "DRAFT", publishedAt: null },
  });
  expect(draft.publishedAt).toBeNull();
});
