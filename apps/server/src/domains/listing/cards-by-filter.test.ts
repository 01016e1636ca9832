import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct } from "../products/catalogue.fixture.ts";

const colors = ["Off White", "Black", "Red"];

/**
 * Creates a dress in three colors and two sizes, with front and back pictures of each color, and one drawing for all.
 */
async function makeDress(world: World, storeId: string, stock: Record<string, number> = {}) {
  const product = await makeProduct(world, storeId, {
    options: [
      { name: "Color", values: colors.map((value) => ({ value })) },
      { name: "Size", values: [{ value: "S" }, { value: "M" }] },
    ],
    variants: colors.flatMap((Color) =>
      ["S", "M"].map((Size) => ({
        options: { Color, Size },
        price: Color === "Red" ? 60 : 40,
        stock: stock[`${Color} / ${Size}`] ?? 3,
      })),
    ),
  });
  const views = [
    ...colors.flatMap((color) => ["front", "back"].map((view) => ({ color, view }))),
    { color: null, view: "drawing" },
  ];
  for (const [position, { color, view }] of views.entries())
    await world.admin.query(
      `insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths)
       values ($1, gen_random_uuid(), $2, $3, $4, '', $5, 640, 800, '{640}')`,
      [storeId, product.id, position, `demo/${product.id}-${color ?? "all"}-${view}`, color],
    );
  return product;
}

const viewsOf = (images: { url: string }[]) =>
  images.map(({ url }) => /[0-9a-f]{12}-(.+)\/640/.exec(url)?.[1]);

async function card(world: World, query: { name?: string; color?: string[]; size?: string[] }) {
  const { items } = await world.client().products.listProducts({ linkStoreId: "shop", ...query });
  return items[0];
}

test("a card in a list filtered by color shows that color and links to its variant", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeDress(world, storeId);

  const all = await card(world, {});
  expect(viewsOf(all?.images ?? [])).toEqual([
    "Off White-front",
    "Off White-back",
    "Black-front",
    "Red-front",
    "all-drawing",
  ]);
  expect(all?.variant).toBeNull();
  expect(all?.colors).toEqual([
    { value: "Off White", swatch: null, variant: "off-white-s", available: true },
    { value: "Black", swatch: null, variant: "black-s", available: true },
    { value: "Red", swatch: null, variant: "red-s", available: true },
  ]);

  const red = await card(world, { color: ["red"] });
  expect(viewsOf(red?.images ?? []).slice(0, 2)).toEqual(["Red-front", "Red-back"]);
  expect(red?.variant).toBe("red-s");

  const offWhite = await card(world, { color: ["off-white"], size: ["m"] });
  expect(offWhite?.variant).toBe("off-white-m");
  expect(offWhite?.colors.map(({ variant }) => variant)).toEqual([
    "off-white-m",
    "black-m",
    "red-m",
  ]);

  const two = await card(world, { color: ["red", "black"] });
  expect(two?.variant).toBe("black-s");
  expect(viewsOf(two?.images ?? [])[0]).toBe("Black-front");
});

test("a card in a search for a color shows that color, unless the list is filtered by another", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const { link } = await makeDress(world, storeId);
  const name = link.replaceAll("-", " ");
  const table: [{ name: string; color?: string[]; size?: string[] }, string | null][] = [
    [{ name: "red" }, "red-s"],
    [{ name: `off white ${name}`, size: ["m"] }, "off-white-m"],
    [{ name: "red", color: ["black"] }, "black-s"],
    [{ name, size: ["m"] }, "off-white-m"],
    [{ name }, null],
  ];
  for (const [query, variant] of table)
    expect([query, (await card(world, query))?.variant]).toEqual([query, variant]);
  const crimson = await makeProduct(world, storeId, {
    name: "Evening",
    options: [{ name: "Color", values: [{ value: "Black" }, { value: "Crimson" }] }],
    variants: ["Black", "Crimson"].map((Color) => ({ options: { Color }, price: 10, stock: 1 })),
  });
  const { items } = await world
    .client()
    .products.listProducts({ linkStoreId: "shop", name: "red evening" });
  expect(items.map(({ id, variant }) => [id, variant])).toEqual([[crimson.id, "crimson"]]);
});

test("a filtered card links to an available variant, or to a sold-out one if there is no other", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeDress(world, storeId, {
    "Red / S": 0,
    "Black / S": 0,
    "Black / M": 0,
    "Off White / M": 0,
  });

  expect((await card(world, { color: ["red"] }))?.variant).toBe("red-m");
  const black = await card(world, { color: ["black"] });
  expect(black?.variant).toBe("black-s");
  expect(black?.colors.find(({ value }) => value === "Black")).toMatchObject({ available: false });

  const two = await card(world, { color: ["black", "red"] });
  expect(two?.variant).toBe("red-m");
  expect(viewsOf(two?.images ?? [])[0]).toBe("Red-front");

  // The card shows the color of the first picture if that color is available in the size, otherwise an available color.
  expect((await card(world, { size: ["s"] }))?.variant).toBe("off-white-s");
  const medium = await card(world, { size: ["m"] });
  expect(medium?.variant).toBe("red-m");
  expect(viewsOf(medium?.images ?? [])[0]).toBe("Red-front");
});

test("a card of a product without colors links to the filtered size only", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeProduct(world, storeId);
  expect(await card(world, { size: ["m"] })).toMatchObject({ variant: "m", colors: [] });
  expect(await card(world, {})).toMatchObject({ variant: null });
});
