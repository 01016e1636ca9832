import { expect } from "vitest";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";

const values = (name: string) => Array.from({ length: 200 }, (_, i) => ({ value: `${name}${i}` }));

/** Creates a product with 200 variants, each with its own size and color, and pictures for 100 of the colors. */
async function makeWide(world: World, storeId: string) {
  const { id } = await makeProduct(world, storeId, {
    options: [
      { name: "Color", values: values("Color") },
      { name: "Size", values: values("Size") },
    ],
    variants: Array.from({ length: 200 }, (_, i) => ({
      options: { Color: `Color${i}`, Size: `Size${i}` },
      price: 40 + i,
      regularPrice: 400,
      stock: i % 2,
    })),
  });
  await world.admin.query(
    `insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths, kind)
     select $1, gen_random_uuid(), $2, n, 'x/' || n, 'A coat', 'Color' || n, 800, 1000, '{320}', 'PHOTO'
     from generate_series(0, 99) n`,
    [storeId, id],
  );
}

test("the card of a product with hundreds of variants reads no more from the database than it shows", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeWide(world, storeId);
  const list = (query: object) =>
    world.client().products.listProducts({ linkStoreId: "shop", ...query });
  const statements = await record(() => list({}));
  const cards = statements.find(({ text }) => /catalogue\.variants/.test(text));
  const { rows } = await world.admin.query(cards?.text ?? "", cards?.values);
  expect(JSON.stringify(rows).length).toBeLessThan(4000);

  const [card] = (await list({})).items;
  expect(JSON.stringify(card).length).toBeLessThan(3500);
  expect([card?.colors.length, card?.colorCount, card?.sizes.length, card?.images.length]).toEqual([
    8, 200, 24, 7,
  ]);
  expect(card).toMatchObject({ price: 40, regularPrice: 400, highestPrice: 239, variant: null });
  expect(card?.colors[1]).toEqual({
    value: "Color1",
    swatch: null,
    variant: "color1-size1",
    available: true,
  });
  const [chosen] = (await list({ color: ["color51"] })).items;
  expect([chosen?.variant, chosen?.images[0]?.color]).toEqual(["color51-size51", "Color51"]);
  const [sized] = (await list({ size: ["size150", "size151"] })).items;
  expect(sized?.variant).toBe("color151-size151");
});

test("only the sale list returns the store's highest discount", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const list = (query: object) =>
    world.client().products.listProducts({ linkStoreId: "shop", limit: 1, ...query });
  expect((await list({ sale: true })).maxDiscountPercent).toBeNull();
  for (const [price, regularPrice] of [
    [80, 100],
    [50, 75],
    [10, undefined],
  ])
    await makeProduct(world, storeId, {
      options: [],
      variants: [{ options: {}, price: price ?? 0, regularPrice, stock: 1 }],
    });
  expect((await list({ sale: true })).maxDiscountPercent).toBe(33);
  expect((await list({})).maxDiscountPercent).toBeNull();
});
