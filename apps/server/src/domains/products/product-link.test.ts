import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { productRecords } from "../catalogue-files/json-lines/product-records.ts";
import { makeProduct, staffClient } from "./catalogue.fixture.ts";
import { addFormerLinks } from "./product-link.ts";

describe("a link the product had before", () => {
  test("leads to it after every rename, even when the first link is used again", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { id } = await makeProduct(world, storeId, { link: "a" });
    const open = async (link: string) =>
      (await world.client().products.getProductPage({ id: storeId, link })).link;
    for (const link of ["b", "c"]) await staff.products.updateProduct({ id, body: { link } });
    for (const link of ["a", "b", "c"]) expect(await open(link)).toBe("c");
    await staff.products.updateProduct({ id, body: { link: "a" } });
    for (const link of ["a", "b", "c"]) expect(await open(link)).toBe("a");
    await expect(open("d")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is forgotten once the product has had 1,000 newer ones, which fit in a file", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { id } = await makeProduct(world, storeId, { link: "a" });
    await world.admin.query(
      `insert into shop.product_links (store_id, link, product_id, moved_at)
       select $1, 'old-' || n, $2, now() - n * interval '1 minute' from generate_series(1, 1100) n`,
      [storeId, id],
    );
    const ctx = await world.system(storeId);
    const [record] = await ctx.tx((tx) => productRecords(tx, [id], "USD"));
    expect(record?.formerLinks).toHaveLength(1000);
    expect(record?.formerLinks).not.toContain("old-1001");
    await staff.products.updateProduct({ id, body: { link: "b" } });
    const { rows } = await world.admin.query<{ link: string }>(
      "select link from shop.product_links order by moved_at",
    );
    expect(rows).toHaveLength(1000);
    expect([rows.at(0), rows.at(-1)]).toEqual([{ link: "old-999" }, { link: "a" }]);
    await ctx.tx((tx) => addFormerLinks(tx, [{ id, links: ["c", "d"] }]));
    const { rowCount } = await world.admin.query("select from shop.product_links");
    expect(rowCount).toBe(1000);
  });

  test("gets a number up to 100, or a random ending if all numbers are taken", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { id } = await makeProduct(world, storeId, { name: "Coat" });
    await world.admin.query(
      "insert into shop.product_links (store_id, link, product_id) select $1, 'coat-' || n, $2 from generate_series(2, 99) n",
      [storeId, id],
    );
    expect((await makeProduct(world, storeId, { name: "Coat" })).link).toBe("coat-100");
    expect((await makeProduct(world, storeId, { name: "Coat" })).link).toMatch(
      /^coat-[0-9a-f]{8}$/,
    );
  });

  test("belongs to a new product with that link; a name alone does not take it", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const open = async (link: string) =>
      (await world.client().products.getProductPage({ id: storeId, link })).id;
    const first = await makeProduct(world, storeId, { name: "Coat" });
    await staff.products.updateProduct({ id: first.id, body: { link: "long-coat" } });
    expect((await makeProduct(world, storeId, { name: "Coat" })).link).toBe("coat-2");
    expect(await open("coat")).toBe(first.id);
    const second = await makeProduct(world, storeId, { name: "Coat", link: "coat" });
    expect(await open("coat")).toBe(second.id);
    await staff.products.updateProduct({ id: second.id, body: { link: "short-coat" } });
    expect(await open("coat")).toBe(second.id);
  });

  test("leads nowhere while the product is archived or deleted, or in another store", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const other = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { id } = await makeProduct(world, storeId, { link: "a" });
    await staff.products.updateProduct({ id, body: { link: "b" } });
    const open = (store: string) =>
      world.client().products.getProductPage({ id: store, link: "a" });
    const gone = { code: "NOT_FOUND" };
    await expect(open(other)).rejects.toMatchObject(gone);
    await staff.products.updateProduct({ id, body: { status: "ARCHIVED" } });
    await expect(open(storeId)).rejects.toMatchObject(gone);
    await staff.products.updateProduct({ id, body: { status: "ACTIVE" } });
    await staff.products.deleteProduct({ id });
    await expect(open(storeId)).rejects.toMatchObject(gone);
    await staff.products.restoreProduct({ id });
    expect((await open(storeId)).link).toBe("b");
  });
});

describe("a duplicate", () => {
  test("is a draft with everything but the product's stock, link and SKUs", async ({ world }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const original = await makeProduct(world, storeId, {
      name: "Coat",
      tags: ["wool"],
      care: ["Dry clean"],
      composition: "Wool",
      measurements: [{ label: "Chest", letter: "A", bySize: { S: 50 } }],
      variants: ["S", "M"].map((Size) => ({
        options: { Size },
        price: 40,
        regularPrice: 50,
        stock: 5,
        sku: `C-${Size}`,
        weightGrams: 900,
      })),
    });
    await staff.languages.createLanguage({ body: { storeId, code: "IT" } });
    const italian = { storeId, entityType: "PRODUCT" as const, languageCode: "IT" as const };
    await staff.languages.createTranslation({
      body: {
        ...italian,
        entityId: original.id,
        fields: { name: "Cappotto", composition: "Lana" },
      },
    });
    const copy = await staff.products.duplicateProduct({ id: original.id, body: {} });
    const { items } = await staff.languages.listTranslations({ storeId, entityId: copy.id });
    expect(items).toMatchObject([{ languageCode: "IT", fields: { composition: "Lana" } }]);
    expect(items[0]?.fields).not.toHaveProperty("name");
    expect(copy).toMatchObject({
      name: "Coat (copy)",
      link: "coat-copy",
      status: "DRAFT",
      publishedAt: null,
      version: 1,
      tags: ["wool"],
      care: ["Dry clean"],
      measurements: original.measurements,
      options: original.options,
    });
    expect(copy.variants.map(({ sku, price, stock, slug }) => [sku, price, stock, slug])).toEqual([
      ["C-S-2", 40, 0, "s"],
      ["C-M-2", 40, 0, "m"],
    ]);
    const named = await staff.products.duplicateProduct({
      id: original.id,
      body: { name: "Cape" },
    });
    expect([named.link, named.variants[0]?.sku]).toEqual(["cape", "C-S-3"]);
    const shopper = world.client();
    expect((await shopper.products.listProducts({ linkStoreId: storeId })).total).toBe(1);
  });

  test("made five times concurrently gets five different links and no SKU twice", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const { id } = await makeProduct(world, storeId, {
      options: [],
      variants: [{ price: 1, sku: "ONE" }],
    });
    const made = await Promise.all(
      Array.from({ length: 5 }, () => staff.products.duplicateProduct({ id, body: {} })),
    );
    expect(new Set(made.map(({ link }) => link)).size).toBe(5);
    expect(new Set(made.map(({ variants }) => variants[0]?.sku)).size).toBe(5);
  });
});
