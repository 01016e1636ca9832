import { describe, expect } from "vitest";
import { seedProduct } from "#tests/seed.ts";
import { classicHeader, more, type Row, shirt, sized, toCsv } from "./csv.fixture.ts";
import { metafields } from "./metafields.ts";
import { level, openShop, page, withQuantity, type Shop, stocked, test } from "./import.fixture.ts";

describe("a first import", () => {
  test("shows the products on their pages, in lists and in searches", async ({ shop }) => {
    const result = await shop.bring([
      sized("S", {
        ...stocked,
        Tags: "women",
        "Variant SKU": "LS-S",
        "Body (HTML)": "<p>Cut wide.</p><script>1</script>",
        "SEO Title": "Linen",
        "Variant Compare At Price": "80",
      }),
      more("M", { ...stocked, "Variant SKU": "LS-M", "Variant Price": "59.9" }),
      { ...shirt, Handle: "belt", Title: "Belt", Status: "draft", "Variant SKU": "B" },
    ]);
    expect(result).toMatchObject({
      outcome: "imported",
      rows: 3,
      errors: [],
      created: 2,
      updated: 0,
      unchanged: 0,
    });
    expect(await page(shop)).toMatchObject({
      name: "Linen Shirt",
      description: "<p>Cut wide.</p>",
      seoTitle: "Linen",
      category: "tops",
      department: "women",
      options: [{ name: "Size", values: [{ value: "S" }, { value: "M" }] }],
      variants: [
        { name: "S", slug: "s", sku: "LS-S", price: 49.9, regularPrice: 80, stock: 5 },
        { name: "M", slug: "m", sku: "LS-M", price: 59.9, regularPrice: null, stock: 5 },
      ],
    });
    const client = shop.world.client();
    const list = await client.products.listProducts({ linkStoreId: shop.storeId, name: "linen" });
    expect(list.items.map(({ link, price }) => [link, price])).toEqual([["linen-shirt", 49.9]]);
    await expect(page(shop, "belt")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await level(shop)).toBe(10);
  });

  test("writes audit entries and publishes an event", async ({ shop }) => {
    await shop.bring([shirt]);
    const { audit_entries: audit, jobs, products } = await shop.everything();
    const [product] = products as { id: string }[];
    expect(audit).toMatchObject([
      {
        action: "CREATE",
        actor_kind: "system",
        entity_type: "product",
        entity_id: product?.id,
        after: { link: "linen-shirt", import: "products.csv" },
      },
    ]);
    expect(jobs).toMatchObject([
      { kind: "catalogue.changed", payload: { tags: ["lists", `product:${product?.id}`] } },
    ]);
  });

  test("shows a product without options as One Size, and it can be bought", async ({ shop }) => {
    await shop.bring([{ ...shirt, ...stocked }]);
    const [variant] = (await page(shop)).variants;
    expect(variant).toMatchObject({ name: "One Size", slug: "one-size", available: true });
  });

  test("leaves other stores unchanged, even with the same links and SKUs", async ({ shop }) => {
    const other = await openShop(shop.world);
    await other.bring([{ ...shirt, "Variant SKU": "A" }]);
    const before = await other.everything();
    await shop.bring([{ ...shirt, "Variant SKU": "A", "Variant Price": "1" }]);
    expect(await other.everything()).toEqual(before);
  });
});

describe("importing the same file again", () => {
  const file = [
    sized("S", {
      ...stocked,
      Tags: "women,Linen",
      "Variant SKU": "A",
      "Image Src": "https://a.example/1.jpg",
    }),
    more("M", { ...stocked, "Variant SKU": "B", "Variant Compare At Price": "99" }),
    {
      ...shirt,
      Handle: "belt",
      Title: "Belt",
      "Variant Grams": "120",
      "Body (HTML)": "a & b\n\nc",
    },
  ];

  test("changes nothing", async ({ shop }) => {
    await shop.bring(file);
    const before = await shop.everything();
    const again = await shop.bring(toCsv(file, undefined, "\r\n"));
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await shop.everything()).toEqual(before);
  });

  test("does not undo sales, but a different quantity sets the stock", async ({ shop }) => {
    await shop.bring(withQuantity("5"));
    await sell(shop, 2);
    const again = await shop.bring(withQuantity("5"));
    expect(again.unchanged).toBe(1);
    expect(again.warnings).toMatchObject([
      { rows: [2], message: expect.stringMatching(/same quantity/) },
    ]);
    expect(await level(shop)).toBe(3);
    await shop.bring(withQuantity("9"));
    expect(await level(shop)).toBe(9);
    await shop.bring(withQuantity("5"));
    expect(await level(shop)).toBe(5);
  });

  test("never sets less than open orders hold", async ({ shop }) => {
    await shop.bring([{ ...shirt, ...stocked }]);
    await shop.world.admin.query(
      "update shop.inventory_levels set reserved = 4 where store_id = $1",
      [shop.storeId],
    );
    const result = await shop.bring([{ ...shirt, ...stocked, "Variant Inventory Qty": "1" }]);
    expect(result.warnings).toMatchObject([{ message: expect.stringMatching(/open orders hold/) }]);
    expect(await level(shop)).toBe(4);
  });

  test("may set less than orders hold if back-orders are allowed", async ({ shop }) => {
    const waits = { ...shirt, ...stocked, "Variant Inventory Policy": "continue" };
    await shop.bring([waits]);
    await shop.world.admin.query(
      "update shop.inventory_levels set reserved = 8 where store_id = $1",
      [shop.storeId],
    );
    const result = await shop.bring([{ ...waits, "Variant Inventory Qty": "2" }]);
    expect(result.warnings).toEqual([]);
    expect(await level(shop)).toBe(2);
    // Back-orders are no longer allowed: owed units stay owed, and no stock is added for them.
    const ends = { "Variant Inventory Policy": "deny", "Variant Inventory Qty": "1" };
    await shop.bring([{ ...waits, ...ends }]);
    expect(await level(shop)).toBe(2);
  });

  test("never sets less than orders hold that are placed while it runs", async ({ shop }) => {
    await shop.bring([{ ...shirt, ...stocked }]);
    await shop.world.admin
      .query(`create function public.order_comes() returns trigger language plpgsql
      as $$ begin update shop.inventory_levels set reserved = 4; return null; end $$;
      create trigger order_comes after update on shop.variants execute function public.order_comes()`);
    await shop.bring(withQuantity("1"));
    expect(await level(shop)).toBe(4);
  });

  test("changes and downloads nothing in a dry run", async ({ shop }) => {
    await shop.bring(file);
    const before = await shop.everything();
    const changed = [
      { ...shirt, Title: "New" },
      { ...shirt, Handle: "hat", Title: "Hat" },
    ];
    const result = await shop.bring(changed, { dryRun: true, fetchPicture: forbidden });
    expect(result).toMatchObject({
      outcome: "planned",
      created: 1,
      updated: 1,
      unchanged: 0,
    });
    expect(await shop.everything()).toEqual(before);
  });
});

describe("a change in the file", () => {
  test("is applied field by field, and ids and addresses stay the same", async ({ shop }) => {
    await shop.bring([sized("S", { "Variant SKU": "A" }), more("M", { "Variant SKU": "B" })]);
    const before = await page(shop);
    const result = await shop.bring([
      sized("S", { "Variant SKU": "A", Title: "Linen Shirt II", Vendor: "Tessitura" }),
      more("M", { "Variant SKU": "B", "Variant Price": "45" }),
      more("L", { "Variant SKU": "C" }),
    ]);
    expect(result.planned[0]?.changes.map(({ field, from, to }) => [field, from, to])).toEqual([
      ["name", "Linen Shirt", "Linen Shirt II"],
      ["vendor", null, "Tessitura"],
      ["options", expect.anything(), expect.anything()],
      ["variant M: price", 4990, 4500],
      ["variant L: new", null, 4990],
    ]);
    const after = await page(shop);
    expect(after).toMatchObject({
      id: before.id,
      name: "Linen Shirt II",
      version: before.version + 1,
    });
    expect(after.variants.map(({ name, price }) => [name, price])).toEqual([
      ["M", 45],
      ["S", 49.9],
      ["L", 49.9],
    ]);
    const ids = (variants: typeof after.variants) => new Map(variants.map((v) => [v.name, v.id]));
    expect(ids(after.variants).get("M")).toBe(ids(before.variants).get("M"));
  });

  test("can swap SKUs within a product and between products", async ({ shop }) => {
    const hat = { ...shirt, Handle: "hat", Title: "Hat" };
    const file = (s: string, m: string, h: string) => [
      sized("S", { "Variant SKU": s }),
      more("M", { "Variant SKU": m }),
      { ...hat, "Variant SKU": h },
    ];
    await shop.bring(file("A", "B", "C"));
    const ids = new Map((await page(shop)).variants.map(({ name, id }) => [name, id]));
    expect(await shop.bring(file("C", "A", "B"))).toMatchObject({ outcome: "imported" });
    const { variants } = await page(shop);
    expect(variants.map(({ name, sku, id }) => [name, sku, id === ids.get(name)])).toEqual([
      ["S", "C", true],
      ["M", "A", true],
    ]);
  });

  test("of an option value keeps the variant if its SKU is the same", async ({ shop }) => {
    await shop.bring([sized("Small", { "Variant SKU": "A" })]);
    const [before] = (await page(shop)).variants;
    await shop.bring([sized("S", { "Variant SKU": "A" })]);
    expect((await page(shop)).variants).toMatchObject([{ id: before?.id, name: "S", slug: "s" }]);
  });

  test("that omits variants keeps them, unless the options differ", async ({ shop }) => {
    await seedProduct(shop.world, shop.storeId, { link: "linen-shirt", sizes: ["S", "XL"] });
    const result = await shop.bring([sized("S"), more("M")]);
    expect(result.warnings.map(({ message }) => message)).toContain(
      "variants that are not in the file stay in the store",
    );
    const names = async () => (await page(shop)).variants.map(({ name }) => name).toSorted();
    expect(await names()).toEqual(["M", "S", "XL"]);
    expect((await page(shop)).options[0]?.values.map(({ value }) => value)).toEqual([
      "S",
      "M",
      "XL",
    ]);
    await shop.bring([{ ...shirt, "Option1 Name": "Color", "Option1 Value": "Sand" }]);
    expect(await names()).toEqual(["Sand"]);
  });

  test("that omits columns keeps the store's values", async ({ shop }) => {
    await shop.bring([
      {
        ...shirt,
        ...stocked,
        Vendor: "Tessitura",
        Tags: "linen",
        "Variant Compare At Price": "80",
      },
    ]);
    await shop.bring("Handle,Title,Variant Price\nlinen-shirt,Shirt,50\n");
    expect(await page(shop)).toMatchObject({
      name: "Shirt",
      vendor: "Tessitura",
      tags: ["linen"],
      variants: [{ price: 50, regularPrice: 80, stock: 5 }],
    });
    await shop.bring("Handle,Title,Variant Price\nlinen-shirt,Shirt,90\n");
    expect((await page(shop)).variants).toMatchObject([{ price: 90, regularPrice: null }]);
    const missing = await shop.bring("Handle,Title\nnew-hat,Hat\n");
    expect(missing.errors).toMatchObject([{ row: 2, column: "Variant Price" }]);
  });

  test("uses the first spelling of a value, and sorts variants in the order of the options", async ({
    shop,
  }) => {
    const file = [
      { ...sized("S"), "Option2 Name": "Color", "Option2 Value": "Red" },
      inColor("M", "Blue"),
      inColor("M", "red"),
      inColor("S", "Blue"),
    ];
    await shop.bring(file);
    const product = await page(shop);
    expect(product.variants.map(({ name }) => name)).toEqual([
      "S / Red",
      "S / Blue",
      "M / Red",
      "M / Blue",
    ]);
    expect(product.options[1]?.values.map(({ value }) => value)).toEqual(["Red", "Blue"]);
    expect((await shop.bring(file)).unchanged).toBe(1);
  });

  test("doesn't replace a category set by staff with a suggested one", async ({ shop }) => {
    await shop.bring([shirt]);
    await shop.world.admin.query(
      "update shop.products set category = 'lounge' where store_id = $1",
      [shop.storeId],
    );
    expect((await shop.bring([shirt])).unchanged).toBe(1);
    await shop.bring([{ ...shirt, Type: "Dress" }]);
    expect((await page(shop)).category).toBe("dresses");
  });
});

function inColor(size: string, color: string): Row {
  return { ...more(size), "Option2 Value": color };
}

function forbidden() {
  return Promise.reject(new Error("a dry run fetched a picture"));
}

/** Makes a sale that changes stock and ledger together, as orders do. */
async function sell({ world, storeId }: Shop, units: number) {
  await world.admin.query(
    `with sold as (update shop.inventory_levels set on_hand = on_hand - $2 where store_id = $1 returning variant_id)
     insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
     select $1, gen_random_uuid(), variant_id, 'sale', -$2::int, 'Order' from sold`,
    [storeId, units],
  );
}

const header = [
  ...classicHeader,
  metafields.measurements,
  metafields.bodyMeasurements,
  metafields.taxClass,
];

function chart(bySize: object): string {
  return JSON.stringify([{ label: "chest", letter: "A", bySize }]);
}

function charted(cell: string): string {
  return toCsv([sized("S", { [metafields.measurements]: cell }), more("M")], header);
}

function taxed(cell: string): string {
  return toCsv([sized("S", { [metafields.taxClass]: cell }), more("M")], header);
}

function policy(word: string): Row[] {
  return [{ ...shirt, "Variant Inventory Policy": word }];
}

describe("values beyond plain cells", () => {
  test("size charts are imported from their columns, and stay if the file has none", async ({
    shop,
  }) => {
    expect((await shop.bring(charted(chart({ s: 48 })))).errors).toEqual([]);
    const measurements = [{ label: "Chest", letter: "A", bySize: { S: 48 } }];
    expect((await page(shop)).measurements).toEqual(measurements);
    expect((await shop.bring([sized("S"), more("M")])).unchanged).toBe(1);
    expect((await page(shop)).measurements).toEqual(measurements);
    for (const [cell, message] of [
      [chart({ XL: 48 }), /no such size/],
      [chart({ S: "wide" }), /0\.bySize\.S/],
      ["48 cm", /not a JSON list/],
    ] as const)
      expect((await shop.bring(charted(cell))).errors).toEqual([
        { row: 2, column: metafields.measurements, message: expect.stringMatching(message) },
      ]);
  });

  test("the tax class is imported from its column, cleared by an empty cell, and stays without the column", async ({
    shop,
  }) => {
    const taxClass = async () => (await page(shop)).taxClass;
    expect((await shop.bring(taxed(" Reduced "))).errors).toEqual([]);
    expect(await taxClass()).toBe("reduced");
    expect((await shop.bring(taxed("reduced"))).unchanged).toBe(1);
    expect((await shop.bring([sized("S"), more("M")])).unchanged).toBe(1);
    expect((await shop.bring(taxed("books"))).planned[0]?.changes).toEqual([
      { field: "taxClass", from: "reduced", to: "books" },
    ]);
    expect((await shop.bring(taxed("half rate"))).errors).toEqual([
      {
        row: 2,
        column: metafields.taxClass,
        message: expect.stringMatching(/use a-z, 0-9 and hyphens/),
      },
    ]);
    await shop.bring(taxed(""));
    expect(await taxClass()).toBe("");
  });

  test("back-orders are allowed without a limit until the policy denies them", async ({ shop }) => {
    const available = async () => (await page(shop)).variants[0]?.available;
    await shop.bring(policy("continue"));
    expect(await available()).toBe(true);
    expect((await shop.bring(policy("continue"))).unchanged).toBe(1);
    expect((await shop.bring(policy(""))).unchanged).toBe(1);
    expect((await shop.bring(policy("deny"))).planned[0]?.changes).toEqual([
      { field: expect.stringMatching(/backorderLimit$/), from: 1_000_000, to: 0 },
    ]);
    expect(await available()).toBe(false);
  });
});
