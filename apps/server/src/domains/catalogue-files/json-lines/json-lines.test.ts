// @module-tag slow

import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test as pure } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { preparePicture } from "../../../platform/pictures/media.ts";
import { makeProduct, staffClient } from "../../products/catalogue.fixture.ts";
import { saveImages } from "../../products/save-images.ts";
import { createFindings } from "../findings.ts";
import {
  bring,
  everything,
  fullStore,
  pictureOf,
  withoutIds,
  write,
} from "./json-lines.fixture.ts";
import { readRecords } from "./read-records.ts";

/** Returns the lines without price history and policy versions. */
function withoutPast(file: string): string[] {
  return withoutIds(file).map((line) => line.replaceAll(/"prices":\[[^\]]*\]|"since".*\]/g, ""));
}

describe("a whole catalogue as JSON Lines", () => {
  test("leaves the stock of variants that the store has", async ({ world }) => {
    const storeId = await seedStore(world);
    const staff = await staffClient(world, storeId);
    const hat = await makeProduct(world, storeId, { name: "Hat", link: "hat" });
    const variantId = hat.variants[0]?.id ?? "";
    await staff.inventory.setLevel({ body: { variantId, location: "main", onHand: 10 } });
    const file = await write(world, storeId);
    await staff.inventory.setLevel({ body: { variantId, location: "main", onHand: 6 } });
    const renamed = await bring(world, storeId, file.replaceAll("Hat", "Cap"));
    expect(renamed).toMatchObject({ outcome: "imported", updated: 1 });
    const { rows } = await world.admin.query(
      "select on_hand from shop.inventory_levels where variant_id = $1",
      [variantId],
    );
    expect(rows).toEqual([{ on_hand: 6 }]);
  });

  test("is the same when exported from an empty store that imported it, and importing it again changes nothing", async ({
    world,
  }) => {
    const first = await fullStore(world);
    const file = await write(world, first);
    const types = file
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([...new Set(types)].join(" ")).toBe(
      "catalogue location language synonyms policy picture pictureBytes product collection pair menu header translation review reviewPicture",
    );
    const second = await seedStore(world);
    const before = await everything(world, second);
    expect(await bring(world, second, file, true)).toMatchObject({
      outcome: "planned",
      errors: [],
    });
    expect(await everything(world, second)).toEqual(before);
    expect(await bring(world, second, file)).toMatchObject({
      outcome: "imported",
      errors: [],
      warnings: [],
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
    expect(await bring(world, second, file)).toMatchObject({ created: 0, updated: 0 });
    // Deletes a picture's stored file. The export must not contain records that refer to the picture, so that it can be
    // imported.
    const { rows: gone } = await world.admin.query<{ key: string }>(
      `select m.key from shop.media m join shop.collections c on c.store_id = m.store_id and c.media_id = m.id
       where m.store_id = $1`,
      [second],
    );
    await world.services.files.remove(gone.map(({ key }) => `${key}/master.webp`));
    const third = await seedStore(world);
    const without = await write(world, second);
    expect(await bring(world, third, without)).toMatchObject({ outcome: "imported", errors: [] });
    expect(withoutIds(await write(world, third))).toEqual(withoutIds(without));
    expect(await everything(world, second)).toEqual(after);
    expect(await bring(world, first, file)).toMatchObject({ created: 0, updated: 0 });
  });

  test("changes what differs, and leaves the rest of the store unchanged", async ({ world }) => {
    const storeId = await fullStore(world);
    const file = await write(world, storeId);
    const other = file
      .replace('"composition":"Silk"', '"composition":"Wool"')
      .replace('"price":49.9', '"price":45')
      .replace('"label":"About"', '"label":"Story"')
      .replace('"About":"Chi siamo"', '"Story":"Noi"')
      .replace('"href":"/journal"', '"href":"/read"')
      .replace('"content":"<p>We repair everything.</p>"', '"content":"<p>We repair.</p>"')
      .replace('"text":"Thanks"', '"text":"Thank you"')
      .replace('"fields":{"name":"Scelti"}', '"fields":{"description":"Scelti"}');
    expect(await bring(world, storeId, other)).toMatchObject({
      created: 0,
      updated: 7,
      errors: [],
    });
    expect(withoutPast(await write(world, storeId))).toEqual(withoutPast(other));
  });

  test("adds the earlier versions to an existing policy, each with its time", async ({ world }) => {
    const file = await write(world, await fullStore(world));
    const storeId = await seedStore(world);
    const { policies } = await staffClient(world, storeId, "MANAGER");
    const body = { type: "CUSTOM" as const, title: "Repairs", content: "<p>Ask us.</p>" };
    const { id } = await policies.createPolicy({ storeId, body });
    expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", errors: [] });
    const { items } = await policies.listPolicyVersions({ storeId, policyId: id });
    expect(items.map(({ version, content, isCurrent }) => [version, content, isCurrent])).toEqual([
      [4, "<p>We repair everything.</p>", true],
      [3, "<p>Ask us.</p>", false],
      [2, "<p>We repair everything.</p>", false],
      [1, "<p>We repair.</p>", false],
    ]);
    expect(await bring(world, storeId, file)).toMatchObject({ created: 0, updated: 0 });
    await policies.updatePolicy({ id, body: { content: "<p>Ask.</p>" } });
    expect(await bring(world, storeId, file)).toMatchObject({ created: 0, updated: 1 });
    const [now] = (await policies.listPolicyVersions({ storeId, policyId: id })).items;
    expect(now).toMatchObject({
      version: 6,
      content: "<p>We repair everything.</p>",
      isCurrent: true,
    });
  });

  test("with an error changes nothing, and each error has its line and field", async ({
    world,
  }) => {
    const storeId = await fullStore(world);
    const file = await write(world, storeId);
    const empty = await seedStore(world);
    const before = await everything(world, empty);
    const lines = file.split("\n");
    const at = (type: string) => lines.findIndex((line) => line.startsWith(`{"type":"${type}"`));
    const product = lines[at("product")] ?? "";
    const errorsOf = async (changed: string[]) =>
      (await bring(world, empty, changed.join("\n"))).errors.map(({ row, column }) => [
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
        withLine(at("translation"), (lines[at("translation")] ?? "").replace("IT", "FR")),
        [at("translation") + 1, "language"],
      ],
      [
        withLine(at("translation"), (lines[at("translation")] ?? "").replace('"name"', '"price"')),
        [at("translation") + 1, "fields.price"],
      ],
      ...(
        [
          ['"New":"Nuovo"', '"Old":"Vecchio"', "fields.Old"],
          [
            '"policy":{"kind":"CUSTOM","title":"Repairs"}',
            '"policy":{"kind":"CUSTOM","title":"?"}',
            "policy",
          ],
        ] as const
      ).map(([word, other, field]) => {
        const line = lines.findIndex((one) => one.includes(word));
        return [withLine(line, (lines[line] ?? "").replace(word, other)), [line + 1, field]];
      }),
      [
        withLine(p, product.replace('"composition":"Silk"', '"composition":"a\\u0000b"')),
        [p + 1, "composition"],
      ],
      [withLine(p, product.replace('"Studio"', '"\\ud800x"')), [p + 1, "vendor"]],
      [
        withLine(p, product.replace('"saleEndsAt":"2031', '"saleEndsAt":"0000')),
        [p + 1, "saleEndsAt"],
      ],
      [
        withLine(p, product.replace('"slug":"navy-m"', '"slug":"navy-s"')),
        [p + 1, "variants.1.slug"],
      ],
      [
        withLine(
          p,
          product.replace(
            '"options":{"Size":"M","Color":"Navy"}',
            '"options":{"Size":"S","Color":"Navy"}',
          ),
        ),
        [p + 1, "variants.1.options"],
      ],
      [
        withLine(
          at("menu"),
          (lines[at("menu")] ?? "").replace('"/about"', '"javascript:alert(1)"'),
        ),
        [at("menu") + 1, "items.0.children.0.href"],
      ],
      [
        withLine(
          at("policy"),
          (lines[at("policy")] ?? "").replace("<p>We repair everything.</p>", "<script>1</script>"),
        ),
        [at("policy") + 1, "content"],
      ],
      [
        withLine(
          at("picture"),
          `${JSON.stringify({ ...(JSON.parse(lines[at("picture")] ?? "") as object), hash: "0".repeat(64) })}\n${lines[at("picture")]}`,
        ),
        [at("picture") + 1, "parts"],
        [at("picture") + 2, "id"],
      ],
      [
        withLine(at("reviewPicture"), (lines[at("reviewPicture")] ?? "").replace('"Ada"', '"Eve"')),
        [at("reviewPicture") + 1, "name"],
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
      expect((await errorsOf(changed)).slice(0, expected.length)).toEqual(expected);
    expect(await everything(world, empty)).toEqual(before);
  });

  test("doesn't change for two drawn pictures with the same bytes", async ({ world }) => {
    const storeId = await seedStore(world);
    const ctx = await world.system(storeId);
    const { master } = await preparePicture(
      new Uint8Array(await (await pictureOf("#123")).arrayBuffer()),
      { from: "import", storeId },
    );
    for (const key of ["shop/coat-drawing", "shop/bag-drawing"]) {
      await world.services.files.write(`${key}/640.webp`, master, "image/webp");
      const { id } = await makeProduct(world, storeId, { name: key });
      const drawn = { key, alt: key, width: 640, height: 800, widths: [], color: null };
      await saveImages(ctx, { productId: id, images: [{ ...drawn, kind: "DRAWING" }] });
    }
    const file = await write(world, storeId);
    const before = await everything(world, storeId);
    for (let i = 0; i < 2; i += 1)
      expect(await bring(world, storeId, file)).toMatchObject({ errors: [] });
    const { images, products } = await everything(world, storeId);
    expect({ images, products }).toEqual({
      images: before["images"],
      products: before["products"],
    });
  });

  test("with bytes that are not a picture is rejected, even if their hash is correct", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';
    const jpeg = (
      await preparePicture(new Uint8Array(await (await pictureOf("#123")).arrayBuffer()), {
        from: "import",
        storeId,
      })
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
      // The check already rejects the file, so an import in steps writes nothing either.
      for (const dryRun of [true, false])
        expect(await bring(world, storeId, file, dryRun)).toMatchObject({
          outcome: "rejected",
          errors: [{ row: 2 }],
        });
    }
    expect((world.services.files as unknown as { keys(): string[] }).keys()).toEqual([]);
  });
});

async function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024, 0x61);
}

pure("an endless line is rejected before it fills the memory", async () => {
  const records = readRecords(endless(), "USD", createFindings());
  await expect(records.next()).rejects.toMatchObject({
    line: 1,
    message: expect.stringMatching(/4 MB/),
  });
});

// Random products: texts with quotes and other scripts, none to three options, drafts and scheduled products.
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

test("any products stay the same when they are imported into another store and exported from there", async ({
  world,
}) => {
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
      expect((await bring(world, second, file)).errors).toEqual([]);
      expect(withoutIds(await write(world, second))).toEqual(withoutIds(file));
    }),
    { numRuns: 8 },
  );
});
