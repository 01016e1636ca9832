// @module-tag slow

import { stringify } from "csv-stringify/sync";
import { types } from "pg";
import { expect, vi } from "vitest";
import { excessTick } from "#tests/costs.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { exportChunks, nextProducts } from "./export-pages.ts";
import { exportFormats } from "./export-formats.ts";

test("exports read fewer products per page when they have many variants, and include all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  const options = [{ name: "Size", values }];
  for (let i = 0; i < 4; i += 1)
    await makeProduct(world, storeId, {
      link: `coat-${i}`,
      options,
      variants: undefined,
      variantDefaults: { price: 1 },
    });
  const ctx = await world.system(storeId);
  const { ids, next } = await ctx.tx((tx) => nextProducts(tx, "", 50, 500));
  expect(ids).toHaveLength(2);
  expect(next).toBe(ids[1]);
  for (const kind of ["PRODUCT_CSV", "INVENTORY_CSV", "JSON_LINES"] as const) {
    let file = "";
    for await (const chunk of exportChunks(ctx, exportFormats[kind])) file += chunk;
    for (let i = 0; i < 4; i += 1) expect(file).toContain(`coat-${i}`);
    expect(file.match(/S199/g)?.length).toBeGreaterThanOrEqual(4);
  }
});

test("an inventory file reads a product with many variants at many locations in slices", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  await makeProduct(world, storeId, {
    options: [{ name: "Size", values }],
    variants: undefined,
    variantDefaults: { price: 1, stock: 1 },
  });
  const { locations } = await staffClient(world, storeId, "ADMIN");
  for (let i = 0; i < 9; i += 1)
    await locations.createLocation({ storeId, body: { code: `l${i}`, name: `Location ${i}` } });
  const ctx = await world.system(storeId);
  let file = "";
  const { statements } = await workOf(async () => {
    for await (const chunk of exportChunks(ctx, exportFormats.INVENTORY_CSV)) file += chunk;
  });
  expect(file.trim().split("\n")).toHaveLength(1 + 200 * 10);
  expect(statements.filter((text) => text.includes("from shop.inventory_levels"))).toHaveLength(2);
});

test("exports read fewer products per page when they have long texts, and include all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const [description, seoDescription] = ["d", "s"].map((sign) => `<p>${sign.repeat(39_000)}</p>`);
  for (let i = 0; i < 12; i += 1)
    await makeProduct(world, storeId, { link: `coat-${i}-end`, description, seoDescription });
  const ctx = await world.system(storeId);
  for (const kind of ["PRODUCT_CSV", "JSON_LINES"] as const) {
    let file = "";
    for await (const chunk of exportChunks(ctx, exportFormats[kind])) {
      expect(chunk.length).toBeLessThan(500_000);
      file += chunk;
    }
    for (let i = 0; i < 12; i += 1) expect(file).toContain(`coat-${i}-end`);
  }
});

test("exports read fewer products per page when they have many pictures or former links, and include all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  for (let i = 0; i < 6; i += 1) {
    const { id } = await makeProduct(world, storeId, { link: `coat-${i}-end` });
    await world.admin.query(
      `insert into shop.images (store_id, id, product_id, position, remote_url, width, height)
       select $1, gen_random_uuid(), $2, n, 'https://pictures.example/' || repeat('p', 1900) || n, 960, 1200 from generate_series(1, 150) n`,
      [storeId, id],
    );
    await world.admin.query(
      `insert into shop.product_links (store_id, product_id, link)
       select $1, $2, 'former-' || $3 || '-' || repeat('l', 150) || n from generate_series(1, 150) n`,
      [storeId, id, String(i)],
    );
  }
  const ctx = await world.system(storeId);
  for (const kind of ["PRODUCT_CSV", "JSON_LINES"] as const) {
    let file = "";
    for await (const chunk of exportChunks(ctx, exportFormats[kind])) {
      expect(chunk.length).toBeLessThan(600_000);
      file += chunk;
    }
    for (let i = 0; i < 6; i += 1) expect(file).toContain(`coat-${i}-end`);
    expect(file.match(/"former-\d-l/g)?.length ?? 0).toBe(kind === "JSON_LINES" ? 900 : 0);
  }
});

test("exports read fewer products per page when they have many tags", async ({ world }) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, tags)
     select $1, gen_random_uuid(), 'p' || n, 'P', array(select repeat('Σ', 57) || t from generate_series(1, 100) t)
     from generate_series(1, 60) n`,
    [storeId],
  );
  const ctx = await world.system(storeId);
  const { ids } = await ctx.tx((tx) => nextProducts(tx, "", 100, 500));
  expect(ids.length).toBeLessThan(25);
  let file = "";
  for await (const chunk of exportChunks(ctx, exportFormats.JSON_LINES)) {
    expect(Buffer.byteLength(chunk)).toBeLessThan(500_000);
    file += chunk;
  }
  expect(file.match(/"link":"p\d+"/g)).toHaveLength(60);
});

test("a JSON Lines file has few translations per page if they are long, and includes all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), 'DE')",
    [storeId],
  );
  for (let i = 0; i < 12; i += 1) {
    const { id } = await makeProduct(world, storeId, { link: `coat-${i}-end` });
    await world.admin.query(
      `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
       values ($1, gen_random_uuid(), 'PRODUCT', $2, 'DE', $3)`,
      [storeId, id, { description: `<p>${'"'.repeat(35_000)}</p>` }],
    );
  }
  const ctx = await world.system(storeId);
  let file = "";
  for await (const chunk of exportChunks(ctx, exportFormats.JSON_LINES)) {
    expect(chunk.length).toBeLessThan(400_000);
    file += chunk;
  }
  const translations = file.split("\n").filter((line) => line.startsWith('{"type":"translation"'));
  expect(translations).toHaveLength(12);
  for (let i = 0; i < 12; i += 1) expect(translations.join()).toContain(`"link":"coat-${i}-end"`);
});

test("an inventory file with long cells is written in many ticks of the event loop", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const values = Array.from({ length: 200 }, (_, i) => ({ value: '"'.repeat(30) + i }));
  await makeProduct(world, storeId, {
    name: '"'.repeat(250),
    options: [{ name: '"'.repeat(50), values }],
    variants: undefined,
    variantDefaults: { price: 1, stock: 1 },
  });
  const { locations } = await staffClient(world, storeId, "ADMIN");
  for (let i = 0; i < 4; i += 1)
    await locations.createLocation({
      storeId,
      body: { code: `l${i}`, name: `${'"'.repeat(98)}${i}` },
    });
  const ctx = await world.system(storeId);
  const read = async () => (await exportFormats.INVENTORY_CSV.page(ctx, "", new Map())).text;
  const rows = (await read()).split("\n").map((line) => line.split(",").map(unquoted));
  expect(rows).toHaveLength(1001);
  expect(await excessTick(read, { yardstick: () => stringify(rows), maxRatio: 0.5 })).toBeNull();
});

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

test("a JSON Lines file has few collections per page if they have many products, and includes all of them", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name)
     select $1, gen_random_uuid(), 'p' || n || repeat('あ', 190), 'P' from generate_series(1, 500) n`,
    [storeId],
  );
  const { collections } = await staffClient(world, storeId);
  for (let i = 0; i < 12; i += 1) {
    const body = { name: `Coats ${i}`, link: `coats-${i}-end` };
    const { id } = await collections.createCollection({ storeId, body });
    await world.admin.query(
      `insert into shop.collection_products (store_id, collection_id, product_id, position)
       select store_id, $2, id, row_number() over (order by id) from shop.products where store_id = $1`,
      [storeId, id],
    );
  }
  const ctx = await world.system(storeId);
  let file = "";
  for (let at: string | null = "collections|"; at?.startsWith("collections|") === true;) {
    const page = await exportFormats.JSON_LINES.page(ctx, at, new Map());
    expect(Buffer.byteLength(page.text)).toBeLessThan(1_200_000);
    file += page.text;
    at = page.next;
  }
  for (let i = 0; i < 12; i += 1) expect(file).toContain(`"link":"coats-${i}-end"`);
  expect(file.match(/"p1あ/g)).toHaveLength(12);
});

/** PostgreSQL's type ids of json and text[]. */
const [json, textArray] = [114, 1009] as (typeof types.builtins.JSON)[];

test("the links of a collection's products are read as JSON, which is parsed faster than an array of texts", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { id: product } = await makeProduct(world, storeId, {});
  const { collections } = await staffClient(world, storeId);
  const { id } = await collections.createCollection({
    storeId,
    body: { name: "All", link: "all" },
  });
  await world.admin.query("insert into shop.collection_products values ($1, $2, $3, 0)", [
    storeId,
    id,
    product,
  ]);
  const ctx = await world.system(storeId);
  const asked = vi.spyOn(types, "getTypeParser");
  const { text } = await exportFormats.JSON_LINES.page(ctx, "collections|", new Map());
  const parsed = asked.mock.calls.map(([type]) => type);
  asked.mockRestore();
  expect(JSON.parse(text)).toMatchObject({ link: "all", products: [expect.any(String)] });
  expect(parsed).toContain(json);
  expect(parsed).not.toContain(textArray);
});
