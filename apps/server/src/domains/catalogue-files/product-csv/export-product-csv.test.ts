// @module-tag slow

import path from "node:path";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { exportChunks } from "../export-pages.ts";
import { more, shirt, sized } from "./csv.fixture.ts";
import { productCsv } from "./export-product-csv.ts";
import { page, type Shop, stocked, test } from "./import.fixture.ts";
import { metafields } from "./metafields.ts";

async function write(world: World, storeId: string): Promise<string> {
  let file = "";
  for await (const chunk of exportChunks(await world.system(storeId), productCsv)) file += chunk;
  return file;
}

function sortedLines(file: string): string[] {
  return file.split("\n").toSorted();
}

/** Exports products, imports them into the same store, and asserts that nothing differs. */
async function expectNoDifference(shop: Shop): Promise<string> {
  const file = await write(shop.world, shop.storeId);
  const before = await shop.everything();
  const result = await shop.bring(file);
  expect(result.errors).toEqual([]);
  expect(result.planned.flatMap(({ changes }) => changes)).toEqual([]);
  expect(result.pictures).toMatchObject({ toFetch: 0, missing: [] });
  const after = await shop.everything();
  // The import remembers the file's quantities, so that the next import can compare with them.
  expect({ ...after, imported_quantities: [] }).toEqual({ ...before, imported_quantities: [] });
  return file;
}

describe("a store's products as a file", () => {
  test("keeps texts with any content", async ({ shop }) => {
    const { world, storeId } = shop;
    const { products, inventory } = await staffClient(world, storeId);
    const body = {
      name: '=HYPERLINK("http://evil.example", "Dress")',
      link: "dress",
      description: "First line\nsecond line, 5 < 6",
      seoTitle: "👗".repeat(250),
      seoDescription: "<p>Cut on the <strong>bias</strong>, 5 &lt; 6</p>",
      status: "ACTIVE" as const,
      publishedAt: "2031-05-06T07:08:09.000Z",
      // Most of the characters have two code units each. The limit counts characters.
      metaDescription: `${"👗".repeat(270)}Tom &amp; Jerry wear <b>size 5</b> & more`,
      category: "evening shoes",
      department: "unisex" as const,
      vendor: "'+Studio",
      tags: ["@home", "new in"],
      taxClass: "reduced",
      composition: "+50 % linen, 50 % silk",
      care: ["=Wash cold", 'Dry "flat", in shade'],
      measurements: [{ label: "Chest", letter: "A", bySize: { S: 48, M: 50.5 } }],
      bodyMeasurements: [{ label: "Our, own", bySize: { M: 92 } }],
      options: [
        { name: "Color", values: [{ value: "Red", swatch: "#ff0000" }, { value: "=Blue" }] },
        { name: "Size", values: [{ value: "S" }, { value: "M" }] },
      ],
      variants: ["Red", "=Blue"].flatMap((color) =>
        ["S", "M"].map((size) => ({
          options: { Color: color, Size: size },
          price: 49.9,
          regularPrice: color === "Red" ? 60 : null,
          sku: `-${color}-${size}`,
          barcode: size === "S" ? "00012345" : null,
          weightGrams: 300,
          stock: 3,
        })),
      ),
    };
    const { variants } = await products.createProduct({ storeId, body });
    const [{ id: variantId } = { id: "" }] = variants;
    await inventory.setBackorder({ body: { variantId, limit: 7, expectedDate: "2031-02-03" } });
    await products.createProduct({
      storeId,
      body: { name: "👗".repeat(250), link: "silk", variants: [{ options: {}, price: 10 }] },
    });
    const option = { name: "__proto__", values: [{ value: "Red" }] };
    await expect(
      products.createProduct({
        storeId,
        body: { name: "Odd", options: [option], variantDefaults: { price: 10 } },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "options.0.name" }] });
    const file = await expectNoDifference(shop);
    expect(file).toContain(`"'=HYPERLINK(""http://evil.example"", ""Dress"")"`);
    expect(file.split("\n").filter((line) => /(?:^|,)"?[=+@-]/.test(line))).toEqual([]);
    const other = await seedStore(world, { slug: "other", host: "other.localhost" });
    await shop.bring(file, {}, other);
    const inOther = await write(world, other);
    const charts = /,active,"\[.*<strong>.*,2031-05-06T07:08:09.000Z,3$/m;
    expect(charts.exec(inOther)?.[0]).toBe(charts.exec(file)?.[0]);
    expect(inOther).toContain(",3,continue,");
    await expect(
      world.client().products.getProductPage({ id: other, link: "dress" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    // A program that doesn't know the "shown from" column treats the product as hidden. Renaming the column makes this
    // import behave like such a program.
    expect(file).toMatch(/^dress,.*,FALSE,Color,/m);
    await shop.bring(file.replace("vetrina.shown_from", "another.shown_from"), {}, other);
    expect(await write(world, other)).not.toContain(",active,");
    // Negative stock stays negative.
    await world.admin.query(
      `update shop.inventory_levels set on_hand = -2, min_available = -7 where variant_id = $1`,
      [variantId],
    );
    expect(await expectNoDifference(shop)).toMatch(/,-2,continue,/);
  });

  test("can be imported completely into an empty store", async ({ shop }) => {
    const { world } = shop;
    await shop.bring([
      sized("S", { Title: "-Linen, soft", Tags: "summer, =1", "Variant Price": "80", ...stocked }),
      more("M", { "Variant Compare At Price": "60" }),
      { ...shirt, Handle: "cap", Title: "Cap", Status: "draft", "Body (HTML)": "<p>a\nb</p>" },
    ]);
    const file = await write(world, shop.storeId);
    const other = await seedStore(world, { slug: "other", host: "other.localhost" });
    await shop.bring(file, {}, other);
    expect(sortedLines(await write(world, other))).toEqual(sortedLines(file));
  });

  test("refers to its pictures, which are recognized without being downloaded again", async ({
    shop,
  }) => {
    const red = await picture("#aa0000");
    const blue = await picture("#0000aa");
    const detail = await picture("#00aa00");
    const urls = { red, blue, detail };
    const address = (name: keyof typeof urls) => `https://pictures.example/${name}.png`;
    const rows = [
      {
        ...shirt,
        "Option1 Name": "Color",
        "Option1 Value": "Red",
        "Image Src": address("red"),
        "Image Alt Text": "In red",
        "Variant Image": address("red"),
      },
      more("Blue", { "Image Src": address("blue"), "Variant Image": address("blue") }),
      { Handle: "linen-shirt", "Image Src": address("detail") },
    ];
    await shop.bring(rows, {
      fetchPicture: async (url) => urls[path.basename(url, ".png") as keyof typeof urls],
    });
    // Staff also set the color of the detail picture to red, which the file can't express.
    await shop.world.admin.query("update shop.images set color = 'Red' where position = 2");
    await expectNoDifference(shop);
    const { images } = await page(shop);
    expect(images.map(({ alt, color }) => [alt, color])).toEqual([
      ["In red", "Red"],
      ["Linen Shirt", "Blue"],
      ["Linen Shirt", "Red"],
    ]);
  });

  test("is written page by page, without deleted products", async ({ shop }) => {
    const { world, storeId } = shop;
    for (let n = 0; n < 205; n += 1) await seedProduct(world, storeId, { link: `piece-${n}` });
    await world.admin.query("update shop.products set deleted_at = now() where link = 'piece-3'");
    const lines = (await write(world, storeId)).trimEnd().split("\n");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      Array.from({ length: 205 }, (_, n) => `piece-${n}`).filter((link) => link !== "piece-3"),
    );
  });

  test("has only the header for an empty store, and nothing from other stores", async ({
    shop,
  }) => {
    const other = await seedStore(shop.world, { slug: "other", host: "other.localhost" });
    await seedProduct(shop.world, other);
    expect(await write(shop.world, shop.storeId)).toMatch(/^Handle,Title,[^\n]*,Status,[^\n]*\n$/);
  });
});

test("does not revert a sale made between two imports", async ({ shop }) => {
  const { world, storeId } = shop;
  await shop.bring([{ ...shirt, ...stocked }]);
  const file = await write(world, storeId);
  await world.admin.query("update shop.inventory_levels set on_hand = 2");
  await shop.bring(file);
  const { rows } = await world.admin.query("select on_hand from shop.inventory_levels");
  expect(rows).toEqual([{ on_hand: 2 }]);
});

describe("a quantity that was not edited since its export", () => {
  test("never sets the stock, whatever was exported or imported later", async ({ shop }) => {
    const { onHand, hat } = await shopWithHat(shop);
    const first = await hat();
    await onHand(2);
    const second = await hat();
    const result = await shop.bring(first.replace("Hat", "Cap"));
    expect(result).toMatchObject({ updated: 1, warnings: [{ message: expect.any(String) }] });
    expect(result.warnings[0]?.message).toMatch(/not been edited since the export/);
    expect(await onHand()).toBe(2);
    await shop.bring(edited(first, 9));
    expect(await onHand()).toBe(9);
    for (const file of [first, second]) await shop.bring(file);
    expect(await onHand()).toBe(9);
    // Two colleagues edit files that they exported at different times.
    await shop.bring(edited(second, 5));
    expect(await onHand()).toBe(5);
    await shop.bring(edited(first, 2));
    expect(await onHand()).toBe(2);
  });

  test("sets the stock of a new variant, and may be negative", async ({ shop }) => {
    const { onHand, hat } = await shopWithHat(shop);
    const other = await seedStore(shop.world, { slug: "other", host: "other.localhost" });
    await shop.bring(await hat(), {}, other);
    expect(await write(shop.world, other)).toContain(",5,deny,");
    await shop.world.admin.query("update shop.inventory_levels set min_available = -7");
    await onHand(-2);
    const owed = await hat();
    await onHand(-4);
    await shop.bring(owed);
    expect(await onHand()).toBe(-4);
  });

  test("is rejected if the exported quantity is not a number", async ({ shop }) => {
    const { hat } = await shopWithHat(shop);
    const file = await hat();
    expect((await shop.bring(file.replace(/,5\n$/, ",five\n"))).errors).toEqual([
      { row: 2, column: metafields.exportedQuantity, message: expect.stringMatching(/five/) },
    ]);
  });
});

test("an edited quantity sets the stock once, with a warning if the stock has changed since the export", async ({
  shop,
}) => {
  const { onHand, hat } = await shopWithHat(shop);
  const file = edited(await hat(), 9);
  expect((await shop.bring(file)).warnings).toEqual([]);
  await onHand(6);
  expect((await shop.bring(file)).warnings).toMatchObject([
    { message: expect.stringMatching(/same quantity as the last import/) },
  ]);
  expect(await onHand()).toBe(6);
  expect((await shop.bring(edited(file, 8))).warnings).toMatchObject([
    { message: expect.stringMatching(/from 5 to 6 since the export/) },
  ]);
  expect(await onHand()).toBe(8);
});

test("a file without the exported quantities does not revert a sale since the last export, unless the quantity is edited", async ({
  shop,
}) => {
  const { onHand, hat } = await shopWithHat(shop);
  const file = withoutExported(await hat());
  await onHand(2);
  const result = await shop.bring(file.replace("Hat", "Cap"));
  expect(result).toMatchObject({ updated: 1, warnings: [{ message: expect.any(String) }] });
  expect(result.warnings[0]?.message).toMatch(/same quantity as the last export/);
  expect(await onHand()).toBe(2);
  await shop.bring(edited(file, 9));
  expect(await onHand()).toBe(9);
  // The last import had quantity 9, so the 5 in this file counts as edited.
  await shop.bring(file);
  expect(await onHand()).toBe(5);
  // Importing the same file again leaves the stock unchanged, even if the stock was exported in between.
  await onHand(3);
  await hat();
  await shop.bring(file);
  expect(await onHand()).toBe(3);
});

/**
 * A shop whose only variant has five units and was not imported. `hat` exports it; `onHand` sets or reads its units.
 */
async function shopWithHat({ world, storeId }: Shop) {
  const { products } = await staffClient(world, storeId);
  const variants = [{ options: {}, price: 10, stock: 5 }];
  await products.createProduct({ storeId, body: { name: "Hat", link: "hat", variants } });
  return {
    hat: () => write(world, storeId),
    onHand: async (units?: number) => {
      if (units !== undefined)
        await world.admin.query(
          "update shop.inventory_levels set on_hand = $1 where store_id = $2",
          [units, storeId],
        );
      const { rows } = await world.admin.query<{ units: number }>(
        "select on_hand as units from shop.inventory_levels where store_id = $1",
        [storeId],
      );
      return rows[0]?.units;
    },
  };
}

/** Returns a file of one variant with a different quantity. */
function edited(file: string, quantity: number): string {
  return file.replace(/,-?\d+,deny,/, `,${quantity},deny,`);
}

/** Removes the file's last column. */
function withoutExported(file: string): string {
  return file.replaceAll(/,[^,\n]*\n/g, "\n");
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 700, height: 900, channels: 3, background } })
    .png()
    .toBuffer();
}
