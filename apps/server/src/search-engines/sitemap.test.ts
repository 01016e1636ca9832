import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { createCollection } from "../domains/collections/create-collection.ts";
import { newId } from "../platform/id.ts";

const get = (world: World, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: "GET", url, headers: { host: "shop.example", ...headers } });
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
const lastmods = (xml: string) =>
  [...xml.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, at]) => at);

async function openShop(world: World): Promise<string> {
  return seedStore(world, { slug: "first", host: "shop.example" });
}

test("/sitemap.xml is an index of this store's products, collections and pages", async ({
  world,
}) => {
  const storeId = await openShop(world);
  const other = await seedStore(world, { slug: "second", host: "other.example" });
  await seedProduct(world, other, { link: "foreign" });
  const { productId } = await seedProduct(world, storeId, { link: "été-coat", name: "Coat" });
  await world.admin.query(
    "update shop.products set updated_at = '2026-03-01T10:00:00Z' where id = $1",
    [productId],
  );
  await world.admin.query(
    `insert into shop.images (store_id, id, product_id, position, key, alt, width, height, widths)
     values ($1, $2, $3, 0, 'first/coat', '', 960, 1200, '{360,640,960}')`,
    [storeId, newId(), productId],
  );
  const index = await get(world, "/sitemap.xml");
  expect(index.statusCode).toBe(200);
  expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(index.headers["cache-control"]).toBe("public, max-age=3600");
  expect(index.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex /);
  expect(locs(index.body)).toEqual([
    "https://shop.example/sitemap-products-1.xml",
    "https://shop.example/sitemap-pages-1.xml",
  ]);
  expect(lastmods(index.body)[0]).toBe("2026-03-01T10:00:00.000Z");

  const { body } = await get(world, "/sitemap-products-1.xml");
  expect(locs(body)).toEqual(["https://shop.example/product?link=%C3%A9t%C3%A9-coat"]);
  expect(lastmods(body)).toEqual(["2026-03-01T10:00:00.000Z"]);
  expect(body).toContain("<image:loc>https://shop.example/media/first/coat/640.webp</image:loc>");
  expect(locs((await get(world, "/sitemap-pages-1.xml")).body)).toContain("https://shop.example/");
  expect((await get(world, "/sitemap.xml", { host: "unknown.example" })).statusCode).toBe(421);
});

test("collections with products are listed at their canonical URLs", async ({ world }) => {
  const storeId = await openShop(world);
  await seedProduct(world, storeId, { link: "coat" });
  const ctx = await world.system(storeId);
  for (const [link, category] of [
    ["dresses", "dresses"],
    ["evening-table", "dresses"],
    ["empty", "hats"],
  ] as const)
    await createCollection(ctx, {
      body: {
        link,
        name: link,
        description: "",
        rule: { category },
        isPublished: true,
      },
    });
  const { body } = await get(world, "/sitemap-collections-1.xml");
  expect(locs(body)).toEqual([
    "https://shop.example/dresses",
    "https://shop.example/collections/evening-table",
  ]);
  expect(lastmods(body)).toHaveLength(2);
});

test("drafts, deleted and future products are not listed", async ({ world }) => {
  const storeId = await openShop(world);
  await seedProduct(world, storeId, { link: "shown" });
  const changes = {
    draft: "status = 'DRAFT'",
    deleted: "deleted_at = now()",
    future: "published_at = now() + interval '1 day'",
  };
  for (const [link, change] of Object.entries(changes)) {
    const { productId } = await seedProduct(world, storeId, { link });
    await world.admin.query(`update shop.products set ${change} where id = $1`, [productId]);
  }
  const { body } = await get(world, "/sitemap-products-1.xml");
  expect(locs(body)).toEqual(["https://shop.example/product?link=shown"]);
});

test("each language has its URL, and each URL lists all languages", async ({ world }) => {
  const storeId = await openShop(world);
  await seedProduct(world, storeId, { link: "coat" });
  await world.admin.query(
    `insert into shop.store_languages (store_id, id, code, is_default, is_published)
     select $1, gen_random_uuid(), code, false, true from unnest(array['DE', 'AR']) code`,
    [storeId],
  );
  world.services.directory.forget();
  const { body } = await get(world, "/sitemap-products-1.xml");
  expect(locs(body)).toEqual([
    "https://shop.example/product?link=coat",
    "https://shop.example/product?link=coat&amp;lang=ar",
    "https://shop.example/product?link=coat&amp;lang=de",
  ]);
  for (const language of ["x-default", "en", "ar", "de"])
    expect(body.split(`hreflang="${language}"`)).toHaveLength(4);
});

test("more products than a file holds are split, each in exactly one file", async ({ world }) => {
  const storeId = await openShop(world);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, status, options, published_at)
     select $1, gen_random_uuid(), 'piece-' || n, 'Piece ' || n, 'ACTIVE', '[]', now() - interval '1 day'
     from generate_series(1, 5003) n`,
    [storeId],
  );
  const index = locs((await get(world, "/sitemap.xml")).body);
  expect(index.slice(0, 2)).toEqual([
    "https://shop.example/sitemap-products-1.xml",
    "https://shop.example/sitemap-products-2.xml",
  ]);
  const [first, second] = await Promise.all(
    [1, 2].map(async (n) => locs((await get(world, `/sitemap-products-${n}.xml`)).body)),
  );
  expect([first?.length, second?.length]).toEqual([5000, 3]);
  expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(5003);
  for (const name of [
    "products-3",
    "products-0",
    "products-01",
    "products-x",
    "things-1",
    "pages-2",
  ])
    expect([name, (await get(world, `/sitemap-${name}.xml`)).statusCode]).toEqual([name, 404]);
});

test("a file is read once for all requests within a few minutes, and compressed for clients that accept it", async ({
  world,
}) => {
  const storeId = await openShop(world);
  for (let n = 0; n < 20; n += 1) await seedProduct(world, storeId, { link: `coat-${n}` });
  let reads = 0;
  const { catalogue } = world.services.database;
  const rows = catalogue.rows.bind(catalogue);
  catalogue.rows = (query) => {
    reads += 1;
    return rows(query);
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => get(world, "/sitemap-products-1.xml")),
  );
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(reads).toBe(2);
  const packed = await get(world, "/sitemap-products-1.xml", { "accept-encoding": "gzip, br" });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers["vary"]).toBe("Accept-Encoding");
  expect(gunzipSync(packed.rawPayload).toString()).toBe(answers[0]?.body);
  const etag = String(packed.headers["etag"]);
  const again = await get(world, "/sitemap-products-1.xml", { "if-none-match": etag });
  expect(again.statusCode).toBe(304);
});
