import { createHash } from "node:crypto";
import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test as pure } from "vitest";
import { imbalances } from "../../../../../../tests/books.ts";
import { seedStore } from "../../../../../../tests/seed.ts";
import { test, type World } from "../../../../../../tests/world.ts";
import { seedLocation } from "../../../platform/http/contract.fixture.ts";
import { queryable, sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/id.ts";
import { preparePicture } from "../../../platform/media.ts";
import { makeProduct, staffClient } from "../../products/catalogue.fixture.ts";
import { exportPieces } from "../export-pages.ts";
import { createFindings } from "../findings.ts";
import { asSource } from "../product-csv/csv.fixture.ts";
import { jsonLines } from "./export-json-lines.ts";
import { importJsonLines, type JsonResult } from "./import-json-lines.ts";
import { readRecords } from "./read-records.ts";

async function write(world: World, storeId: string): Promise<string> {
  let file = "";
  for await (const piece of exportPieces(await world.system(storeId), jsonLines)) file += piece;
  return file;
}

async function bring(
  world: World,
  storeId: string,
  file: string,
  dryRun = false,
): Promise<JsonResult> {
  return importJsonLines(await world.system(storeId), {
    source: () => asSource(file, 5000),
    fileName: "catalogue.jsonl",
    dryRun,
    progress: () => {},
  });
}

/** The lines with the names of pictures by their content, in an order of their own. */
function withoutIds(file: string): string[] {
  let text = file;
  for (const line of file.split("\n").filter((one) => one.includes('"picture"'))) {
    const { type, id, hash } = JSON.parse(line) as Record<string, string>;
    if (type === "picture") text = text.replaceAll(id ?? "", hash ?? "");
  }
  return text.split("\n").toSorted();
}

/** Without what variants have cost, and policies have said, until now. */
function withoutPast(file: string): string[] {
  return withoutIds(file).map((line) => line.replaceAll(/"prices":\[[^\]]*\]|"since".*\]/g, ""));
}

const tables =
  `products variants images inventory_levels stock_movements collections collection_products upsells menus
  translations store_languages locations reviews media product_links collection_links audit_entries outbox imported_pictures
  synonyms policies policy_versions price_changes`.split(/\s+/);

/** All that the tables hold of a store, to compare before and after. */
async function everything(world: World, storeId: string) {
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await world.admin.query<{ row: unknown }>(
      `select to_jsonb(t) as row from shop.${table} t where store_id = $1 order by to_jsonb(t)::text`,
      [storeId],
    );
    all[table] = rows;
  }
  return all;
}

async function pictureOf(color: string): Promise<Blob> {
  const made = sharp({ create: { width: 700, height: 905, channels: 3, background: color } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
}

/** A store with one of everything a file can hold. */
async function fullStore(world: World): Promise<string> {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId, "MANAGER");
  await seedLocation(world, storeId, "shelf");
  const body = {
    name: '=Dress "A"',
    link: "dress",
    description: "<p>5 &lt; 6</p>",
    seoTitle: "Dress",
    seoDescription: "<p>Long</p>",
    metaDescription: "Short",
    status: "ACTIVE" as const,
    category: "dresses",
    department: "women" as const,
    vendor: "Studio",
    tags: ["new in", "silk"],
    composition: "Silk",
    care: ["Cold", "Flat"],
    measures: [{ label: "Bust", letter: "A", bySize: { S: 90, M: 94.5 } }],
    bodyMeasures: [{ label: "Bust", bySize: { S: 84, M: 88 } }],
    publishedAt: "2031-05-01T10:00:00.000Z",
    options: [
      { name: "Color", values: [{ value: "Navy", swatch: "#2a3957" }, { value: "Red" }] },
      { name: "Size", values: [{ value: "S" }, { value: "M" }] },
    ],
    variants: ["Navy", "Red"].flatMap((color) =>
      ["S", "M"].map((size) => ({
        options: { Color: color, Size: size },
        price: 49.9,
        regularPrice: color === "Red" ? 60 : null,
        sku: `${color}-${size}`,
        barcode: size === "S" ? "00012345" : null,
        weightGrams: 300,
        stock: 3,
      })),
    ),
  };
  const dress = await staff.products.createProduct({ storeId, body });
  await staff.products.updateProduct({
    id: dress.id,
    body: { link: "silk-dress", saleEndsAt: "2031-06-01T00:00:00Z" },
  });
  const [navy] = dress.variants;
  const variantId = navy?.id ?? "";
  await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 7 } });
  await staff.inventory.setReorderPoint({ body: { variantId, reorderPoint: 2 } });
  await staff.inventory.setBackorder({
    body: { variantId, limit: 5, expectedDate: "2031-01-02" },
  });
  const [front, cloth] = [
    await staff.media.uploadMedia({ storeId, file: await pictureOf("#a21"), alt: "Front" }),
    await staff.media.uploadMedia({ storeId, file: await pictureOf("#12a"), alt: "Cloth" }),
  ];
  await staff.media.setProductImages({
    id: dress.id,
    body: {
      images: [
        { mediaId: front.id, color: "Navy" },
        { mediaId: cloth.id, alt: "From close by", kind: "DETAIL" },
      ],
    },
  });
  const belt = await makeProduct(world, storeId, { name: "Belt", link: "belt" });
  await staff.products.updateProduct({ id: belt.id, body: { status: "ARCHIVED" } });
  const [byHand, byRule] = [
    await staff.collections.createCollection({
      storeId,
      body: { name: "Chosen", products: [belt.id, dress.id] },
    }),
    await staff.collections.createCollection({
      storeId,
      body: { name: "Cheap", rule: { price: { below: 50.5 }, sale: true }, isPublished: false },
    }),
  ];
  await staff.collections.updateCollection({
    id: byRule.id,
    body: { link: "bargains", mediaId: cloth.id },
  });
  await staff.upsells.createUpsell({
    body: { productId: dress.id, targetId: belt.id, type: "CROSS_SELL" },
  });
  await staff.menus.updateMenu({
    storeId,
    name: "main",
    body: {
      items: [
        { label: "New", collectionId: byHand.id, children: [{ label: "About", href: "/about" }] },
      ],
    },
  });
  const repairs = { type: "CUSTOM" as const, title: "Repairs", content: "<p>We mend.</p>" };
  const { id: policyId } = await staff.policies.createPolicy({ storeId, body: repairs });
  await staff.policies.updatePolicy({ id: policyId, body: { content: "<p>We mend all.</p>" } });
  await staff.search.updateSynonyms({
    storeId,
    body: {
      builtInOff: ["hat"],
      groups: [{ words: ["gown", "dress"] }, { words: ["top"], finds: ["blouse"] }],
    },
  });
  await staff.languages.createLanguage({ body: { storeId, code: "IT", isPublished: false } });
  for (const [entityType, entityId, fields] of [
    ["PRODUCT", dress.id, { name: "Abito", care: ["Freddo", "Steso"] }],
    ["COLLECTION", byHand.id, { name: "Scelti" }],
    ["OPTION", storeId, { Navy: "Blu" }],
  ] as const)
    await staff.languages.createTranslation({
      body: { entityType, entityId, languageCode: "IT", fields: { ...fields } },
    });
  await queryable(world.admin).run(sql`
    insert into shop.reviews (store_id, id, product_id, name, rating, title, content, status, reply, replied_at, helpful_count)
    values (${storeId}, ${newId()}, ${dress.id}, 'Ada', 5, 'Fine', 'Very', 'APPROVED', 'Thanks', now(), 3)`);
  return storeId;
}

describe("a whole catalogue as lines of JSON", () => {
  test("comes out of an empty store that took it as it went in, and again changes nothing", async ({
    world,
  }) => {
    const first = await fullStore(world);
    const file = await write(world, first);
    const types = file
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([...new Set(types)].join(" ")).toBe(
      "catalogue location language synonyms policy picture pictureBytes product collection pair menu translation review",
    );
    const second = await seedStore(world);
    const before = await everything(world, second);
    expect(await bring(world, second, file, true)).toMatchObject({
      outcome: "planned",
      faults: [],
    });
    expect(await everything(world, second)).toEqual(before);
    expect(await bring(world, second, file)).toMatchObject({
      outcome: "imported",
      faults: [],
      notices: [],
    });
    expect(withoutIds(await write(world, second))).toEqual(withoutIds(file));
    expect(await imbalances(world)).toEqual([]);
    const { rows } = await world.admin.query<{ key: string; rating_count: number }>(
      `select i.key, p.rating_count from shop.images i join shop.products p on p.store_id = i.store_id and p.id = i.product_id
       where i.store_id = $1 order by i.position`,
      [second],
    );
    expect(rows).toMatchObject([{ rating_count: 1 }, { rating_count: 1 }]);
    const served = await world.app.inject({
      url: `/media/${rows[0]?.key}/640.webp`,
      headers: { host: "localhost" },
    });
    expect(served.statusCode).toBe(200);
    const after = await everything(world, second);
    expect(await bring(world, second, file)).toMatchObject({ made: 0, changed: 0 });
    // A picture whose file is gone is named by nothing, so that the file can be brought in.
    const { rows: gone } = await world.admin.query<{ key: string }>(
      `select m.key from shop.media m join shop.collections c on c.store_id = m.store_id and c.media_id = m.id
       where m.store_id = $1`,
      [second],
    );
    await world.services.files.remove(gone.map(({ key }) => `${key}/master.webp`));
    const third = await seedStore(world);
    const without = await write(world, second);
    expect(await bring(world, third, without)).toMatchObject({ outcome: "imported", faults: [] });
    expect(withoutIds(await write(world, third))).toEqual(withoutIds(without));
    expect(await everything(world, second)).toEqual(after);
    expect(await bring(world, first, file)).toMatchObject({ made: 0, changed: 0 });
  });

  test("changes what differs, and leaves the rest of the store alone", async ({ world }) => {
    const storeId = await fullStore(world);
    const file = await write(world, storeId);
    const other = file
      .replace('"composition":"Silk"', '"composition":"Wool"')
      .replace('"price":49.9', '"price":45')
      .replace('"label":"About"', '"label":"About us"')
      .replace('"content":"<p>We mend all.</p>"', '"content":"<p>We mend.</p>"')
      .replace('"text":"Thanks"', '"text":"Thank you"')
      .replace('"fields":{"name":"Scelti"}', '"fields":{"description":"Scelti"}');
    expect(await bring(world, storeId, other)).toMatchObject({ made: 0, changed: 5, faults: [] });
    expect(withoutPast(await write(world, storeId))).toEqual(withoutPast(other));
  });

  test("with a fault changes nothing, and each fault has its line and field", async ({ world }) => {
    const storeId = await fullStore(world);
    const file = await write(world, storeId);
    const empty = await seedStore(world);
    const before = await everything(world, empty);
    const lines = file.split("\n");
    const at = (type: string) => lines.findIndex((line) => line.startsWith(`{"type":"${type}"`));
    const product = lines[at("product")] ?? "";
    const faultsOf = async (changed: string[]) =>
      (await bring(world, empty, changed.join("\n"))).faults.map(({ row, column }) => [
        row,
        column,
      ]);
    const withLine = (line: number, text: string) => lines.with(line, text);
    const [p, bytes] = [at("product"), at("pictureBytes")];
    for (const [changed, ...expected] of [
      [withLine(p, product.replace('"silk-dress"', '"../../etc"')), [p + 1, "link"]],
      [withLine(p, product.replace('"price":49.9', '"price":"49.9"')), [p + 1, "variants.0.price"]],
      [withLine(p, product.replace('"price":49.9', '"price":49.999')), [p + 1, "variants.0.price"]],
      [withLine(p, product.replace('"type"', '"extra":1,"type"')), [p + 1, null]],
      [
        withLine(p, product.replace('"location":"shelf"', '"location":"cellar"')),
        [p + 1, "variants.0.levels"],
      ],
      [withLine(p, "{"), [p + 1, null]],
      [
        withLine(p, `${product}\n${product}`),
        [p + 2, "link"],
        ...[0, 1, 2, 3].map((i) => [p + 2, `variants.${i}.sku`]),
      ],
      [withLine(bytes, (lines[bytes] ?? "").replace('"data":"', '"data":"AAAA')), [bytes, "hash"]],
      [lines.toSpliced(bytes, 1), [bytes, "parts"]],
      [
        withLine(at("pair"), (lines[at("pair")] ?? "").replace('"belt"', '"nothing"')),
        [at("pair") + 1, "target"],
      ],
      [
        withLine(
          0,
          '{"type":"catalogue","format":"vetrina-catalogue","version":2,"currency":"USD"}',
        ),
        [1, null],
      ],
      [withLine(0, (lines[0] ?? "").replace("USD", "EUR")), [1, "currency"]],
    ] as [string[], ...[number, string | null][]][])
      expect((await faultsOf(changed)).slice(0, expected.length)).toEqual(expected);
    expect(await everything(world, empty)).toEqual(before);
  });

  test("brings no picture that is none, whatever its hash", async ({ world }) => {
    const storeId = await seedStore(world);
    const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';
    const jpeg = (
      await preparePicture(new Uint8Array(await (await pictureOf("#123")).arrayBuffer()))
    ).master;
    for (const content of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      Buffer.from(jpeg).subarray(0, 200),
    ]) {
      const hash = createHash("sha256").update(content).digest("hex");
      const picture = {
        type: "picture",
        id: "../x",
        hash,
        mediaType: "image/webp",
        parts: 1,
        media: null,
      };
      const data = { type: "pictureBytes", id: "../x", part: 0, data: content.toString("base64") };
      const file = [head, JSON.stringify(picture), JSON.stringify(data)].join("\n");
      expect(await bring(world, storeId, file)).toMatchObject({
        outcome: "refused",
        faults: [{ row: 2 }],
      });
    }
    expect((world.services.files as unknown as { keys(): string[] }).keys()).toEqual([]);
  });
});

async function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024, 0x61);
}

pure("a line without an end is refused before it fills the memory", async () => {
  const records = readRecords(endless(), "USD", createFindings());
  await expect(records.next()).rejects.toMatchObject({
    line: 1,
    message: expect.stringMatching(/4 MB/),
  });
});

// What a product may hold: texts with quotes and other scripts, no or three options, drafts and scheduled ones.
const word = fc
  .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
  .map((text) => text.replaceAll("\0", "").trim().toWellFormed().slice(0, 20).toWellFormed())
  .filter(
    (text) =>
      text.trim() === text && text !== "" && !text.includes("\uFFFD") && !text.includes(","),
  );
const product = fc.record({
  name: word,
  composition: fc.option(word, { nil: null }),
  care: fc.array(word, { maxLength: 2 }),
  status: fc.constantFrom("ACTIVE" as const, "DRAFT" as const, "ARCHIVED" as const),
  tags: fc.uniqueArray(word, { maxLength: 3 }),
  colors: fc.uniqueArray(word, { maxLength: 3, selector: (text) => text.toLowerCase() }),
  price: fc.integer({ min: 0, max: 100_000 }),
  stock: fc.integer({ min: 0, max: 50 }),
});

test("any products come out of another store as they went in", async ({ world }) => {
  const [first, second] = [await seedStore(world), await seedStore(world)];
  const { products } = await staffClient(world, first);
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 3 }), async (drawn) => {
      for (const { colors, price, stock, status, ...rest } of drawn) {
        const options =
          colors.length === 0
            ? []
            : [{ name: "Color", values: colors.map((value) => ({ value })) }];
        const variants = (colors.length === 0 ? [{}] : colors.map((Color) => ({ Color }))).map(
          (values) => ({ options: values as Record<string, string>, price: price / 100, stock }),
        );
        const link = `p-${newId()}`;
        await products.createProduct({
          storeId: first,
          body: { ...rest, link, status: status, options, variants },
        });
      }
      const file = await write(world, first);
      expect((await bring(world, second, file)).faults).toEqual([]);
      expect(withoutIds(await write(world, second))).toEqual(withoutIds(file));
    }),
    { numRuns: 8 },
  );
});
