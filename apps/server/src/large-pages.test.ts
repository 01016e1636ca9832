// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "./domains/products/catalogue.fixture.ts";
import { pageOf } from "./pages.fixture.ts";

/** The maximum size of a page in UTF-8. One was 2.7 MB before the total size of a product's texts was limited. */
const maxPageBytes = 300_000;

test("the page of the largest possible product and menu stays small", async ({ world }) => {
  const storeId = await seedStore(world);
  const { menus } = await staffClient(world, storeId, "ADMIN");
  const sizes = Array.from({ length: 200 }, (_, i) => `${"s".repeat(29)}${i}`);
  const { link } = await makeProduct(world, storeId, {
    options: [
      { name: "Size", values: sizes.map((value) => ({ value })) },
      { name: "Color", values: [{ value: "A" }, { value: "B" }] },
    ],
    variants: undefined,
    variantDefaults: { price: 1, stock: 1 },
    description: "<b>x</b>".repeat(2900),
    measurements: ["Chest", "Waist"].map((label) => ({
      label,
      bySize: Object.fromEntries(sizes.slice(0, 60).map((size) => [size, 10])),
    })),
  });
  await menus.updateMenu({
    storeId,
    name: "main",
    body: {
      items: Array.from({ length: 2 }, (_, i) => ({
        label: `${"l".repeat(40)}${i}`,
        href: `/${"h".repeat(29)}`,
        children: Array.from({ length: 49 }, () => ({
          label: "l".repeat(49),
          href: `/${"h".repeat(29)}`,
        })),
      })),
    },
  });
  const body = await pageOf(world, storeId, `/product?link=${link}`);
  expect(body).toContain(sizes[199]);
  expect(Buffer.byteLength(body)).toBeLessThan(maxPageBytes);
});

test("a store with many long categories has no larger pages than other stores", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { stores } = await staffClient(world, storeId, "ADMIN");
  const long = "\uFDFA";
  for (let i = 0; i < 60; i += 1)
    await makeProduct(world, storeId, { category: `${long.repeat(56)}${i}` });
  const navigation = Array.from({ length: 20 }, () => ({
    label: long.repeat(60),
    href: `/new?${"a&".repeat(240)}`,
  }));
  await expect(stores.updateStore({ id: storeId, body: { navigation } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "navigation" }],
  });
  // Stores the categories as an earlier release did.
  await world.admin.query("update shop.stores set navigation = $2 where id = $1", [
    storeId,
    JSON.stringify(navigation),
  ]);
  for (const address of ["/collection", "/nowhere"]) {
    const body = await pageOf(world, storeId, address, address === "/collection" ? 200 : 404);
    const [beforeMain = ""] = body.split("<main");
    expect(Buffer.byteLength(beforeMain)).toBeLessThan(60_000);
    expect(Buffer.byteLength(body)).toBeLessThan(170_000);
  }
});

test("menus and help texts that would make every page large are rejected", async ({ world }) => {
  const storeId = await seedStore(world);
  const { menus, stores } = await staffClient(world, storeId, "ADMIN");
  const items = Array.from({ length: 2 }, () => ({
    label: "l".repeat(80),
    href: `/${"h".repeat(150)}`,
    children: Array.from({ length: 49 }, () => ({
      label: "l".repeat(80),
      href: `/${"h".repeat(150)}`,
    })),
  }));
  await expect(menus.updateMenu({ storeId, name: "main", body: { items } })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    message: expect.stringMatching(/8,000 characters/),
  });
  const wide = [
    {
      label: "Wide",
      children: Array.from({ length: 45 }, () => ({ label: "\uFDFA".repeat(80), href: "/x" })),
    },
  ];
  await expect(
    menus.updateMenu({ storeId, name: "main", body: { items: wide } }),
  ).resolves.toMatchObject({ version: 1 });
  const wider = [...wide, { label: "More", children: wide[0]?.children ?? [] }];
  await expect(
    menus.updateMenu({ storeId, name: "main", body: { items: wider } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  const help = await stores.getHelp({ id: storeId });
  const faq = Array.from({ length: 40 }, () => ({ title: "Why", text: "x".repeat(5000) }));
  await expect(
    stores.updateStore({ id: storeId, body: { help: { ...help, faq } } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test.for(["'", "<", "&", "x"])(
  "the largest possible help pages of %s stay small",
  async (sign, { world }) => {
    const storeId = await seedStore(world);
    const { stores } = await staffClient(world, storeId, "ADMIN");
    const help = await stores.getHelp({ id: storeId });
    const update = (passages: number) => {
      const all = Array.from({ length: passages }, (_, i) => ({
        title: `Passage ${i}`,
        text: sign.repeat(1000),
      }));
      const [half, rest] = [all.slice(0, passages / 2), all.slice(passages / 2)];
      const texts = { returnSteps: half, returnFaq: rest, shippingSteps: [], faq: [] };
      return stores.updateStore({ id: storeId, body: { help: { ...help, ...texts } } });
    };
    const isAccepted = (passages: number) =>
      update(passages).then(
        () => true,
        () => false,
      );
    // Finds the highest even number of passages, at most 100, that is accepted, by binary search.
    let [passages, rejected] = [10, 102];
    while (rejected - passages > 2) {
      const tried = passages + 2 * Math.floor((rejected - passages) / 4);
      if (await isAccepted(tried)) passages = tried;
      else rejected = tried;
    }
    expect(passages).toBeGreaterThan(10);
    expect(await isAccepted(passages)).toBe(true);
    for (const address of ["/returns", "/shipping-info", "/support"])
      expect(Buffer.byteLength(await pageOf(world, storeId, address))).toBeLessThan(maxPageBytes);
  },
);

test("the largest possible lists, policies and collections stay small", async ({ world }) => {
  const storeId = await seedStore(world);
  const { policies, collections } = await staffClient(world, storeId, "ADMIN");
  // The collections are created first. Each product is then added to all of them at once when it is created.
  for (let i = 0; i < 40; i += 1)
    await collections.createCollection({
      storeId,
      body: {
        name: `Collection ${i}`,
        description: "x".repeat(10_000),
        rule: { category: "tops" },
        isPublished: true,
      },
    });
  const colors = Array.from({ length: 200 }, (_, i) => ({ value: `${"c".repeat(40)}${i}` }));
  for (let i = 0; i < 24; i += 1)
    await makeProduct(world, storeId, {
      category: "tops",
      options: [{ name: "Color", values: colors }],
      variants: undefined,
      variantDefaults: { price: 1, stock: 1 },
    });
  for (let i = 0; i < 20; i += 1)
    await policies.createPolicy({
      storeId,
      body: { type: "CUSTOM", title: `Policy ${i}`, content: `${i} ${"x".repeat(60_000)}` },
    });
  const list = await pageOf(world, storeId, "/tops");
  expect(/200(?:<!-- -->)? colors/.test(list)).toBe(true);
  expect(Buffer.byteLength(list)).toBeLessThan(maxPageBytes);
  const shown = await pageOf(world, storeId, "/policy");
  expect(Buffer.byteLength(shown)).toBeLessThan(maxPageBytes);
  const [, address = ""] = /href="(\/policy\?policy=[^"]+)"[^>]*>Read /.exec(shown) ?? [];
  expect((await pageOf(world, storeId, address)).includes("x".repeat(60_000))).toBe(true);
  const all = await pageOf(world, storeId, "/collections");
  expect(all).toContain("Collection 39");
  expect(Buffer.byteLength(all)).toBeLessThan(maxPageBytes);
});

test("responses with a product and a list limit how often pictures and colors are repeated", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const sizes = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  const colors = Array.from({ length: 100 }, (_, i) => ({ value: `C${i}` }));
  const heavy = { variants: undefined, variantDefaults: { price: 1, stock: 1 } };
  const [sized, colored] = [
    await makeProduct(world, storeId, {
      ...heavy,
      options: [
        { name: "Size", values: sizes },
        { name: "Color", values: colors.slice(0, 2) },
      ],
    }),
    await makeProduct(world, storeId, { ...heavy, options: [{ name: "Color", values: colors }] }),
  ];
  for (const [id, color] of [
    [sized.id, "'C0'"],
    [colored.id, "'C' || n"],
  ])
    await world.admin.query(
      `insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths, kind)
       select $1, gen_random_uuid(), $2, n, 'x/' || n, 'A coat', ${color}, 800, 1000, '{320}', 'PHOTO'
       from generate_series(0, 99) n`,
      [storeId, id],
    );
  const { products } = world.client();
  const product = await products.getProduct({ id: sized.id });
  expect(product.images).toHaveLength(100);
  const repeated = product.variants.reduce((sum, { images }) => sum + images.length, 0);
  expect(product.variants[0]?.images).toHaveLength(1);
  expect(repeated).toBeLessThanOrEqual(500);
  const { items } = await products.listProducts({ linkStoreId: storeId });
  const card = items.find(({ id }) => id === colored.id);
  expect([card?.colors.length, card?.colorCount, card?.images.length]).toEqual([8, 100, 7]);
  expect(items.find(({ id }) => id === sized.id)?.sizes).toHaveLength(24);
});
