import { optionKind, optionNames, optionOfKind } from "@vetrina/commerce/products/option-kind";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";

const sized = (...values: string[]) => values.map((value) => ({ value, swatch: null }));

test("a store's own words for color and size work for pictures, facets, cards and order items", async ({
  world,
}) => {
  const storeId = await seedStore(world, { locale: "it-IT" });
  const staff = await staffClient(world, storeId);
  const product = await staff.products.createProduct({
    storeId,
    body: {
      name: "Giacca",
      status: "ACTIVE",
      options: [
        { name: "Colore", values: [{ value: "Viola", swatch: "#5a3c80" }, { value: "Verde" }] },
        { name: "Taglia", values: [{ value: "S" }, { value: "M" }] },
      ],
      variantDefaults: { price: 90, stock: 4 },
    },
  });
  const { id } = product;
  await world.admin.query(
    "insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths) values ($1, gen_random_uuid(), $2, 0, 'demo/coat', 'Coat', 'Viola', 10, 10, '{10}')",
    [storeId, id],
  );
  const renamed = await staff.products.updateProduct({
    id,
    body: {
      options: [
        {
          name: "Colore",
          values: [{ value: "Lilla", previousValue: "Viola" }, { value: "Verde" }],
        },
        { name: "Taglia", values: [{ value: "S" }, { value: "M" }] },
      ],
    },
  });
  expect(renamed.images).toMatchObject([{ color: "Lilla" }]);
  expect(renamed.variants.map(({ images }) => images.length)).toEqual([1, 1, 0, 0]);

  const { facets, items } = await world.client().products.listProducts({ linkStoreId: storeId });
  const labels = (name: string) =>
    facets.find((one) => one.name === name)?.values.map(({ label }) => label);
  expect(labels("color")).toEqual(expect.arrayContaining(["Lilla", "Verde"]));
  expect(labels("size")).toEqual(["S", "M"]);
  expect(items).toMatchObject([
    { colors: [{ value: "Lilla" }, { value: "Verde" }], sizes: ["S", "M"] },
  ]);

  const { rows } = await world.admin.query<{ facet: string; value: string }>(
    "select facet, value from shop.facet_values where store_id = $1 and value = 'lilla'",
    [storeId],
  );
  expect(rows).toEqual([{ facet: "color", value: "lilla" }]);

  const order = await world.client().orders.createOrder(
    {
      storeId,
      body: { items: [{ variantId: renamed.variants[0]?.id ?? "", quantity: 1 }] },
    },
    { idempotencyKey: "one" },
  );
  expect(order.items).toMatchObject([{ color: "Lilla", size: "S" }]);
});

test("the database recognizes the same option names as the shop, and no others", async ({
  world,
}) => {
  const names = [...optionNames.color, ...optionNames.size];
  const spellings = [
    ...names.flatMap((name) => [name, name.toUpperCase(), name.normalize("NFD")]),
    "  Größe\t",
    "Tamaño",
    "Màu sắc",
    "साइज़",
    "ＳＩＺＥ",
    "Material",
    "Sizes",
    "",
  ];
  const { rows } = await world.admin.query<{ kind: string | null }>(
    "select shop.option_kind(n) as kind from unnest($1::text[]) with ordinality t (n, i) order by i",
    [spellings],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(spellings.map(optionKind));
  const { rows: source } = await world.admin.query<{ text: string }>(
    "select prosrc as text from pg_proc where proname = 'option_kind'",
  );
  const words = [...(source[0]?.text ?? "").matchAll(/'(\p{L}[^']*)'/gu)].flatMap(
    ([, word]) => word ?? [],
  );
  expect(words.toSorted()).toEqual([...names, "color", "size", "g"].toSorted());

  const [red, oak] = [
    { value: "Red", swatch: "#ff0000" },
    { value: "Oak", swatch: null },
  ];
  const products = [
    [
      { name: "Finish", values: [oak, red] },
      { name: "Fit", values: sized("s", "2XL", " M/L ", "XXXL") },
    ],
    [
      { name: "Trim", values: [red] },
      { name: "Colour", values: [oak] },
      { name: "EU", values: sized("38", "40,5", "60") },
    ],
    [
      { name: "Pack", values: sized("2", "10") },
      { name: "Fit", values: sized("S", "Slim") },
      { name: "Age", values: sized("61") },
    ],
    [
      { name: "Taglia", values: sized("Unica") },
      { name: "Fit", values: sized("S") },
      { name: "X", values: [red] },
      { name: "Y", values: [red] },
    ],
    [{ name: "None", values: [] }],
  ];
  for (const options of products) {
    const { rows: kinds } = await world.admin.query<{ name: string; kind: string }>(
      "select name, kind from shop.kinds_of_options($1)",
      [JSON.stringify(options)],
    );
    const named = (kind: "color" | "size") => kinds.find((one) => one.kind === kind)?.name;
    for (const kind of ["color", "size"] as const)
      expect(named(kind)).toBe(optionOfKind(options, kind)?.name);
  }
});
