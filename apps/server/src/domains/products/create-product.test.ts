import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { makeProduct, productBody, staffClient } from "./catalogue.fixture.ts";

const validationError = (path: string) => ({
  code: "VALIDATION_FAILED",
  details: expect.arrayContaining([expect.objectContaining({ path })]),
});

const sized = (size: string, more = {}) => ({ options: { Size: size }, price: 10, ...more });

test("a product is created with options, variants and stock in the ledger, and can be found and bought", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId);
  const product = await staff.products.createProduct({
    storeId: "shop",
    body: productBody({
      name: "Café Coat, No. 2",
      description: "<p>Warm <script>alert(1)</script><b>wool</b></p>",
      options: [
        { name: "Color", values: [{ value: "Navy", swatch: "#2A3957" }, { value: "Red" }] },
        { name: "Size", values: [{ value: "S" }, { value: "M" }] },
      ],
      variants: [
        { options: { Color: "Red", Size: "M" }, price: 120.5, regularPrice: 150, stock: 3 },
        { options: { Color: "navy", Size: "M" }, price: 99.99, sku: "NV-M", stock: 2 },
        { options: { Size: "L", Color: "Navy" }, price: 99.99 },
        { options: { Color: "Navy", Size: "S" }, price: 99.99, stock: 7 },
      ],
    }),
  });
  expect(product.link).toBe("cafe-coat-no-2");
  expect(product.description).toBe("<p>Warm <b>wool</b></p>");
  expect(product.metaDescription).toBe("Warm wool");
  expect(
    product.variants.map(({ name, slug, price, stock }) => [name, slug, price, stock]),
  ).toEqual([
    ["Navy / S", "navy-s", 99.99, 7],
    ["Navy / M", "navy-m", 99.99, 2],
    ["Navy / L", "navy-l", 99.99, 0],
    ["Red / M", "red-m", 120.5, 3],
  ]);
  expect(product.options[1]?.values.map(({ value }) => value)).toEqual(["S", "M", "L"]);
  expect(product.options[0]?.values[0]?.swatch).toBe("#2a3957");

  const ledger = await queryable(world.admin).rows(sql`
    select v.name, m.on_hand_delta, l.on_hand from shop.inventory_levels l
    join shop.variants v on v.id = l.variant_id
    left join shop.stock_movements m on m.variant_id = v.id order by v.position`);
  expect(ledger).toEqual([
    { name: "Navy / S", on_hand_delta: 7, on_hand: 7 },
    { name: "Navy / M", on_hand_delta: 2, on_hand: 2 },
    { name: "Navy / L", on_hand_delta: null, on_hand: 0 },
    { name: "Red / M", on_hand_delta: 3, on_hand: 3 },
  ]);
  const written = await queryable(world.admin).rows(sql`
    select a.actor_kind, a.action, o.kind, o.payload from shop.audit_entries a, shop.jobs o
    where a.entity_type = 'product' and a.entity_id = ${product.id}`);
  expect(written).toEqual([
    {
      actor_kind: "user",
      action: "CREATE",
      kind: "catalogue.changed",
      payload: { tags: [`product:${product.id}`, "lists"] },
    },
  ]);

  const shopper = world.client();
  const page = await shopper.products.getProductPage({ id: "shop", link: "cafe-coat-no-2" });
  // Weight and barcode are not public.
  expect(page).toEqual({
    ...product,
    variants: product.variants.map(({ weightGrams: _w, barcode: _b, ...shown }) => shown),
  });
  const { items } = await shopper.products.listProducts({ linkStoreId: "shop", name: "nv-m" });
  expect(items).toMatchObject([
    {
      link: "cafe-coat-no-2",
      price: 99.99,
      highestPrice: 120.5,
      regularPrice: null,
      stockLabel: "in-stock",
      colors: [
        { value: "Navy", swatch: "#2a3957" },
        { value: "Red", swatch: null },
      ],
      sizes: ["S", "M", "L"],
    },
  ]);
});

test("a product without options has one variant, One Size", async ({ world }) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId, {
    options: [],
    variants: [{ price: 12, stock: 1 }],
  });
  expect(product.variants).toMatchObject([
    { name: "One Size", slug: "one-size", options: {}, stock: 1, available: true },
  ]);
});

test("a link made from the name is made unique, and a requested link that is taken is rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const links = await Promise.all(
    Array.from({ length: 4 }, () => makeProduct(world, storeId, { name: "Wrap Coat" })),
  );
  expect(links.map(({ link }) => link).sort()).toEqual([
    "wrap-coat",
    "wrap-coat-2",
    "wrap-coat-3",
    "wrap-coat-4",
  ]);
  await expect(makeProduct(world, storeId, { link: "wrap-coat" })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { field: "link" },
  });
  const other = await seedStore(world);
  expect((await makeProduct(world, other, { name: "Wrap Coat" })).link).toBe("wrap-coat");
});

test("inconsistent prices, options and SKUs are rejected with their path", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeProduct(world, storeId, {
    options: [],
    variants: [{ price: 1, sku: "TAKEN" }],
  });
  const staff = await staffClient(world, storeId);
  const create = (over: Parameters<typeof productBody>[0]) =>
    staff.products.createProduct({ storeId: "shop", body: productBody(over) });

  await expect(
    create({ variants: [sized("S"), sized("M", { price: 9.999 })] }),
  ).rejects.toMatchObject(validationError("variants.1.price"));
  await expect(create({ variants: [sized("S", { regularPrice: 10 })] })).rejects.toMatchObject(
    validationError("variants.0.regularPrice"),
  );
  await expect(create({ variants: [sized("S"), sized("s")] })).rejects.toMatchObject(
    validationError("variants.1.options"),
  );
  await expect(create({ variants: [{ price: 10 }] })).rejects.toMatchObject(
    validationError("variants.0.options"),
  );
  await expect(
    create({ variants: [{ options: { Size: "S", Fit: "Slim" }, price: 10 }] }),
  ).rejects.toMatchObject(validationError("variants.0.options.fit"));
  const nameless = [{ options: { " ": "S" }, price: 10 }];
  await expect(
    staff.products.createProduct({ storeId, body: { name: "X", variants: nameless } }),
  ).rejects.toMatchObject(validationError("variants.0.options. "));
  await expect(
    create({ options: [{ name: "Size", values: [{ value: "S" }, { value: "s" }] }] }),
  ).rejects.toMatchObject(validationError("options.0.values.1.value"));
  await expect(
    create({ variants: [sized("S", { sku: "A" }), sized("M", { sku: "TAKEN" })] }),
  ).rejects.toMatchObject({ code: "ALREADY_EXISTS", details: { field: "variants.1.sku" } });
  await expect(
    create({ variants: [sized("S", { sku: "A" }), sized("M", { sku: "A" })] }),
  ).rejects.toMatchObject({ code: "ALREADY_EXISTS", details: { field: "variants.1.sku" } });

  const yen = await seedStore(world, { slug: "yen", currency: "JPY" });
  await expect(
    makeProduct(world, yen, { variants: [sized("S", { price: 10.5 })] }),
  ).rejects.toMatchObject(validationError("variants.0.price"));
  const dinar = await seedStore(world, { slug: "dinar", currency: "KWD" });
  await expect(
    makeProduct(world, dinar, { variants: [sized("S", { price: 9_999_999 })] }),
  ).rejects.toMatchObject(validationError("variants.0.price"));
  expect(await queryable(world.admin).rows(sql`select from shop.products`)).toHaveLength(1);
});

test("amounts are as large as the store's currency can store, and rejected beyond that", async ({
  world,
}) => {
  const dong = await seedStore(world, { slug: "dong", currency: "VND" });
  const coat = await makeProduct(world, dong, { variants: [sized("S", { price: 12_500_000 })] });
  expect(coat.variants[0]?.price).toBe(12_500_000);
  const dinar = await seedStore(world, { slug: "dinar", currency: "KWD" });
  const staff = await staffClient(world, dinar);
  const name = "Dear";
  const price = 9_999_999;
  const transitDays = { min: 1, max: 2 };
  const rates = [{ name, price: 5, freeAbove: price, transitDays }];
  await expect(
    staff.shipping.createStoreRegion({
      storeId: dinar,
      body: { name, countries: ["SA"], rates },
    }),
  ).rejects.toMatchObject(validationError("rates.0.freeAbove"));
  await expect(
    staff.collections.createCollection({
      storeId: dinar,
      body: { name, rule: { price: { from: price } } },
    }),
  ).rejects.toMatchObject(validationError("rule.price.from"));
});

test("values that look alike are equal, and invisible values are empty", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId);
  const made = await makeProduct(world, storeId);
  const product = await staff.products.updateProduct({
    id: made.id,
    body: { tags: ["caf\u00e9", "cafe\u0301", " caf\u00e9 "], care: ["", " \u200b ", "Wash cold"] },
  });
  expect(product).toMatchObject({ tags: ["caf\u00e9"], care: ["Wash cold"] });
  const create = (options: Record<string, string>[]) =>
    staff.products.createProduct({
      storeId,
      body: { name: "X", variants: options.map((values) => ({ options: values, price: 1 })) },
    });
  for (const [options, path] of [
    [[{ Color: "\u200b" }], "variants.0.options.Color"],
    [[{ constructor: "x" } as Record<string, string>], "variants.0.options.constructor"],
    [[{ Color: "caf\u00e9" }, { Color: "cafe\u0301" }], "variants.1.options"],
  ] as const)
    await expect(create([...options])).rejects.toMatchObject(validationError(path));
});

test("a caller without the permission gets an error, and another store's staff get NOT_FOUND", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const other = await seedStore(world, { slug: "other" });
  const product = await makeProduct(world, storeId);
  const clerk = await staffClient(world, storeId, "STAFF");
  const otherStaff = await staffClient(world, other, "ADMIN");
  const variantId = product.variants[0]?.id ?? "";
  const calls = (client: typeof clerk) => [
    () => client.products.createProduct({ storeId, body: productBody() }),
    () => client.products.updateProduct({ id: product.id, body: { name: "X" } }),
    () =>
      client.products.createVariant({
        productId: product.id,
        body: { price: 1, options: { Size: "L" } },
      }),
    () => client.products.updateVariant({ id: variantId, body: { price: 1 } }),
  ];
  for (const [client, code] of [
    [world.client(), "UNAUTHENTICATED"],
    [clerk, "FORBIDDEN"],
    [otherStaff, "NOT_FOUND"],
  ] as const)
    for (const call of calls(client)) await expect(call()).rejects.toMatchObject({ code });
  const missing = await staffClient(world, storeId);
  await expect(
    missing.products.updateProduct({ id: newId(), body: { name: "X" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});
