// @module-tag slow

import { expect } from "vitest";
import type { z } from "zod";
import { CollectionInput } from "@vetrina/contract/catalogue/collections";
import type { ProductListQuery } from "@vetrina/contract/catalogue/product-inputs";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { createCollection } from "../collections/create-collection.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

type ListedProduct = {
  name: string;
  category: string;
  department: "women" | "men" | "unisex";
  price: number;
  sizes: string[];
  colors: string[];
};

async function makeListed(world: World, storeId: string, product: ListedProduct) {
  return makeProduct(world, storeId, {
    name: product.name,
    category: product.category,
    department: product.department,
    options: [],
    variants: product.colors.flatMap((color) =>
      product.sizes.map((size) => ({
        options: { Color: color, Size: size },
        price: product.price,
        stock: 1,
      })),
    ),
  });
}

const products: ListedProduct[] = [
  {
    name: "Silk slip dress",
    category: "dresses",
    department: "women",
    price: 49.99,
    sizes: ["S", "M"],
    colors: ["Black", "Off White"],
  },
  {
    name: "Wrap dress",
    category: "dresses",
    department: "women",
    price: 50,
    sizes: ["M", "L"],
    colors: ["Navy"],
  },
  {
    name: "Chevron crew knit",
    category: "tops",
    department: "unisex",
    price: 100,
    sizes: ["S"],
    colors: ["Navy"],
  },
  {
    name: "Wool jacket",
    category: "outerwear",
    department: "men",
    price: 200,
    sizes: ["L", "XL"],
    colors: ["Black"],
  },
] as ListedProduct[];

async function list(world: World, query: Partial<ProductListQuery> & Record<string, unknown>) {
  const client = world.client();
  return client.products.listProducts({ linkStoreId: "shop", sort: "price-low", ...query });
}

const namesOf = (found: { items: { name: string }[] }) =>
  found.items.map(({ name }) => name.split(" ")[0]);

test("facet choices combine with OR within a facet and AND across facets, and each facet is counted without its own choice", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  for (const product of products) await makeListed(world, storeId, product);
  const table: [Record<string, unknown>, string[]][] = [
    [{}, ["Silk", "Wrap", "Chevron", "Wool"]],
    [{ category: ["dresses", "tops"] }, ["Silk", "Wrap", "Chevron"]],
    [{ category: ["dresses"], color: ["navy"] }, ["Wrap"]],
    [{ color: ["Off White"] }, ["Silk"]],
    [{ color: ["off-white", "navy"], size: ["s"] }, ["Silk", "Chevron"]],
    [{ size: ["XL", "m"] }, ["Silk", "Wrap", "Wool"]],
    [{ department: ["women", "men"] }, ["Silk", "Wrap", "Wool"]],
    [{ price: ["under-50"] }, ["Silk"]],
    [{ price: ["50-100"] }, ["Wrap"]],
    [{ price: ["100-200"] }, ["Chevron"]],
    [{ price: ["under-50", "over-200"] }, ["Silk", "Wool"]],
    [{ price: ["cheap"] }, []],
    [{ color: ["green"] }, []],
    [{ slug: "wrap-dress" }, ["Wrap"]],
  ];
  for (const [query, expected] of table) {
    const found = await list(world, query);
    expect([query, namesOf(found)]).toEqual([query, expected]);
    expect(found.total).toBe(expected.length);
  }
  const found = await list(world, { category: ["dresses"], color: ["navy", "pink"] });
  const counts = Object.fromEntries(
    found.facets.map(({ name, values }) => [
      name,
      values.map(({ value, label, count }) => [value, label, count]),
    ]),
  );
  expect(counts).toEqual({
    category: [
      ["dresses", "Dresses", 1],
      ["tops", "Tops", 1],
      ["outerwear", "Outerwear", 0],
    ],
    department: [
      ["women", "Women", 1],
      ["men", "Men", 0],
      ["unisex", "Unisex", 0],
    ],
    price: [
      ["under-50", "Under $50", 0],
      ["50-100", "$50-$100", 1],
      ["100-200", "$100-$200", 0],
      ["over-200", "Over $200", 0],
    ],
    size: [
      ["s", "S", 0],
      ["m", "M", 1],
      ["l", "L", 1],
      ["xl", "XL", 0],
    ],
    color: [
      ["black", "Black", 1],
      ["navy", "Navy", 1],
      ["off-white", "Off White", 1],
      ["pink", "Pink", 0],
    ],
  });
});

test("equal products are sorted by id, and pages neither skip nor repeat products", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  for (const product of products) await makeListed(world, storeId, product);
  for (let i = 0; i < 9; i += 1) await makeProduct(world, storeId, { name: "Same" });
  await queryable(world.admin).run(
    sql`update shop.products set published_at = now() where name = 'Same'`,
  );
  expect(namesOf(await list(world, { sort: "price-high", limit: 3 }))).toEqual([
    "Wool",
    "Chevron",
    "Wrap",
  ]);
  expect(namesOf(await list(world, { sort: "name" })).slice(0, 2)).toEqual(["Chevron", "Same"]);
  for (const sort of ["newest", "price-low", "price-high", "name", undefined] as const) {
    const seen: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const found = await list(world, { sort, page, limit: 3 });
      expect(found.total).toBe(13);
      seen.push(...found.items.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(13);
  }
  expect((await list(world, { page: 100_000, limit: 100 })).items).toEqual([]);
});

test("search finds by name, tag, option, SKU and category, uses stems, and tolerates typing errors", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  for (const product of products) await makeListed(world, storeId, product);
  await makeProduct(world, storeId, {
    name: "Fringed shawl",
    category: "accessories",
    tags: ["cashmere"],
    seoDescription: "<p>Woven near a <b>lighthouse</b></p>",
    options: [],
    variants: [{ price: 10, sku: "SOR-AC-0042" }],
  });
  const table: [string, string[], string | null][] = [
    ["dresses", ["Silk", "Wrap"], null],
    ["dress", ["Silk", "Wrap"], null],
    ["dre", ["Silk", "Wrap"], null],
    ["SILK Dress", ["Silk"], null],
    ["navy", ["Wrap", "Chevron"], null],
    ["blue", ["Wrap", "Chevron"], null],
    ["cashmere", ["Fringed"], null],
    ["sor-ac-0042", ["Fringed"], null],
    ["lighthouse", ["Fringed"], null],
    ["sweaters", ["Chevron"], null],
    ["accessory", ["Fringed"], null],
    ["jaket", ["Wool"], "jacket"],
    ["wool jakcet", ["Wool"], "wool jacket"],
    ["wol jakcet", ["Wool"], "wool jacket"],
    ["slik dres", ["Silk"], "silk dress"],
    ["dres slik", ["Silk"], "dress silk"],
    ["dres silk", ["Silk"], "dress silk"],
    ["cashmeer", ["Fringed"], "cashmere"],
    ["chevorn", ["Chevron"], "chevron"],
    ["xylophone", [], null],
    ["the", [], null],
    ["'", [], null],
    ["a:*b & !(", [], null],
    ["\\' \\", [], null],
    ["dress & (", ["Silk", "Wrap"], null],
  ];
  for (const [name, expected, didYouMean] of table) {
    const found = await list(world, { name, sort: "price-low" });
    expect([name, namesOf(found), found.didYouMean]).toEqual([
      name,
      expected.toSorted((a, b) => priceOf(a) - priceOf(b)),
      didYouMean,
    ]);
    expect(found.total).toBe(expected.length);
  }
  const narrowed = await list(world, { name: "dress", color: ["navy"] });
  expect([namesOf(narrowed), narrowed.facets[0]?.values[0]?.count]).toEqual([["Wrap"], 1]);
});

function priceOf(name: string): number {
  return products.find((product) => product.name.startsWith(name))?.price ?? 10;
}

test("rule-based and manual collections filter the list and keep their own order", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const ctx = await world.system(storeId);
  const made = [];
  for (const product of products) made.push(await makeListed(world, storeId, product));
  const reduced = await makeProduct(world, storeId, {
    name: "Reduced coat",
    category: "outerwear",
    department: "women" as const,
    tags: ["Warm"],
    variants: [{ options: { Size: "S" }, price: 10, regularPrice: 20 }],
  });
  const ids: Record<string, string> = {};
  const rules = {
    dresses: { category: "dresses" },
    men: { department: "men" },
    sale: { sale: true },
    latest: { newest: { count: 2 } },
    week: { newest: { days: 7 } },
    "latest-women": { department: "women", newest: { count: 2 } },
    warm: { tag: "Warm" },
    cheap: { price: { from: 5, below: 10.5 } },
    "in-stock": { inStock: true, category: "outerwear" },
  } as const;
  const make = async (input: z.input<typeof CollectionInput>) =>
    (await createCollection(ctx, { body: CollectionInput.parse(input) })).id;
  for (const [link, rule] of Object.entries(rules)) ids[link] = await make({ name: link, rule });
  ids["hand"] = await make({
    name: "Hand",
    products: [made[3]?.id ?? "", made[0]?.id ?? "", made[2]?.id ?? ""],
  });
  await queryable(world.admin).run(sql`
    update shop.products set published_at = now() - interval '8 days' where name = 'Wool jacket'`);
  const table: Record<string, string[]> = {
    dresses: ["Wrap", "Silk"],
    men: ["Chevron", "Wool"],
    sale: ["Reduced"],
    latest: ["Reduced", "Chevron"],
    week: ["Reduced", "Chevron", "Wrap", "Silk"],
    "latest-women": ["Reduced", "Chevron"],
    warm: ["Reduced"],
    cheap: ["Reduced"],
    "in-stock": ["Wool"],
    hand: ["Wool", "Silk", "Chevron"],
  };
  for (const [collection, expected] of Object.entries(table)) {
    const found = await list(world, { collection, sort: undefined });
    expect([collection, namesOf(found), found.total]).toEqual([
      collection,
      expected,
      expected.length,
    ]);
    const byId = await list(world, { collectionIds: [ids[collection] ?? ""], sort: undefined });
    expect(byId.items).toEqual(found.items);
    const about = await world.client().collections.getCollection({ storeId, link: collection });
    expect(about).toMatchObject({ link: collection, productCount: expected.length, image: null });
  }
  const both = await list(world, { collectionIds: [ids["sale"] ?? "", ids["dresses"] ?? ""] });
  expect(namesOf(both)).toEqual(["Reduced", "Silk", "Wrap"]);
  expect(namesOf(await list(world, { collection: "dresses", sort: "price-low" }))).toEqual([
    "Silk",
    "Wrap",
  ]);
  expect((await list(world, { collectionIds: ["nonsense"] })).total).toBe(0);
  const eleven = Array.from({ length: 11 }, () => ids["sale"] ?? "");
  await expect(list(world, { collectionIds: eleven })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(list(world, { collection: "nowhere" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const all = await world.client().collections.listCollections({ storeId: "shop", limit: 3 });
  expect([all.items.length, all.total]).toEqual([3, 10]);
  const beyond = await world.client().collections.listCollections({ storeId: "shop", page: 9 });
  expect([beyond.items.length, beyond.total]).toEqual([0, 10]);
  await expect(
    world.client().collections.getCollection({ storeId: "shop", link: "nowhere" }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(reduced.variants[0]?.regularPrice).toBe(20);
});

test("only staff see deleted products, and a store lists only its own products", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const other = await seedStore(world);
  const gone = await makeProduct(world, storeId, { name: "Gone" });
  await makeProduct(world, other, { name: "Elsewhere" });
  await queryable(world.admin).run(
    sql`update shop.products set deleted_at = now() where id = ${gone.id}`,
  );
  expect((await list(world, {})).total).toBe(0);
  await expect(list(world, { isDeleted: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  const staff = await staffClient(world, storeId);
  const ask = { linkStoreId: "shop" };
  expect((await staff.products.listProducts(ask)).total).toBe(0);
  const deleted = await staff.products.listProducts({ ...ask, isDeleted: true });
  expect(namesOf(deleted)).toEqual(["Gone"]);
  await makeProduct(world, storeId, { name: "Draft kilt", status: "DRAFT" });
  const mistyped = await staff.products.listProducts({ ...ask, name: "kilts dratf" });
  expect([namesOf(mistyped), mistyped.didYouMean]).toEqual([["Draft"], "kilts draft"]);
  const unseen = await world.client().products.listProducts({ ...ask, name: "klit" });
  expect([unseen.total, unseen.didYouMean]).toEqual([0, null]);
  const otherStaff = await staffClient(world, other, "ADMIN");
  await expect(otherStaff.products.listProducts({ ...ask, isDeleted: true })).rejects.toMatchObject(
    {
      code: "FORBIDDEN",
    },
  );
});
