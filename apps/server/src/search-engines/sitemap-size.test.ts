// @module-tag slow

import { expect, vi } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { createCollection } from "../domains/collections/create-collection.ts";
import { addressTime } from "../platform/http/callers/address-time.ts";

const test = base.extend({ options: { rateLimits: true } });

/** The letter あ takes nine bytes in a URL. */
const longLink = (n: number) => `p${n}${"あ".repeat(190)}`;
const maxFileBytes = 5_000_000;

const get = (world: World, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: "GET", url, headers: { host: "shop.example", ...headers } });
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc ?? "");

async function openTranslatedShop(world: World): Promise<string> {
  const storeId = await seedStore(world, { slug: "first", host: "shop.example" });
  await world.admin.query(
    `insert into shop.store_languages (store_id, id, code, is_default, is_published)
     select $1, gen_random_uuid(), code, false, true
     from unnest('{ES,FR,DE,IT,PT,RU,ZH,JA,KO,AR,HI,VI}'::text[]) code`,
    [storeId],
  );
  world.services.directory.forget();
  return storeId;
}

async function addProducts(world: World, storeId: string, links: readonly string[]): Promise<void> {
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, status, options, published_at)
     select $1, gen_random_uuid(), link, 'Coat', 'ACTIVE', '[]', now() - interval '1 day'
     from unnest($2::text[]) link`,
    [storeId, links],
  );
}

/** Returns the addresses in all sitemap files of a kind, and checks that no file is too large. */
async function readFiles(world: World, kind: string): Promise<string[]> {
  const index = locs((await get(world, "/sitemap.xml")).body);
  const all: string[] = [];
  for (const url of index.filter((loc) => loc.includes(`-${kind}-`))) {
    const { body, headers } = await get(world, new URL(url).pathname);
    expect(Buffer.byteLength(body)).toBeLessThan(maxFileBytes);
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
    all.push(...locs(body));
  }
  return all;
}

test("a file has few of the long links of a shop in 13 languages, and all files together have every link", async ({
  world,
}) => {
  const storeId = await openTranslatedShop(world);
  await addProducts(
    world,
    storeId,
    Array.from({ length: 30 }, (_, n) => longLink(n)),
  );
  const ctx = await world.system(storeId);
  await seedProduct(world, storeId, { link: "coat" });
  for (let n = 0; n < 15; n += 1)
    await createCollection(ctx, {
      body: {
        link: longLink(n),
        name: `Collection ${n}`,
        description: "",
        rule: { category: "dresses" },
        isPublished: true,
      },
    });
  expect(new Set(await readFiles(world, "products")).size).toBe(31 * 13);
  expect(new Set(await readFiles(world, "collections")).size).toBe(15 * 13);
});

test("a file whose links have become longer since the files were planned ends early", async ({
  world,
}) => {
  const storeId = await openTranslatedShop(world);
  await addProducts(
    world,
    storeId,
    Array.from({ length: 60 }, (_, n) => `coat-${n}`),
  );
  expect((await get(world, "/sitemap.xml")).body).toContain("/sitemap-products-1.xml");
  await world.admin.query("update shop.products set link = link || repeat('あ', 190)");
  const { body } = await get(world, "/sitemap-products-1.xml");
  expect(Buffer.byteLength(body)).toBeLessThan(2 * maxFileBytes);
  expect(body.endsWith("</urlset>\n")).toBe(true);
});

test("an address can request few files in parallel, and none once its time is used up", async ({
  world,
}) => {
  const storeId = await openTranslatedShop(world);
  await addProducts(
    world,
    storeId,
    Array.from({ length: 80 }, (_, n) => longLink(n)),
  );
  const files = locs((await get(world, "/sitemap.xml")).body).slice(0, 8);
  const { catalogue } = world.services.database;
  const rows = catalogue.rows.bind(catalogue);
  let [running, most] = [0, 0];
  catalogue.rows = async (query) => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await rows(query);
    } finally {
      running -= 1;
    }
  };
  const spend = vi.spyOn(addressTime, "spend");
  const answers = await Promise.all(files.map((url) => get(world, new URL(url).pathname)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(most).toBeLessThanOrEqual(3);
  expect(spend).toHaveBeenCalledWith("127.0.0.1", expect.any(Number));
  spend.mockRestore();

  const address = "198.51.100.90";
  addressTime.spend(address, 60_000);
  const from = (ip: string) => get(world, "/sitemap-products-1.xml", { "x-forwarded-for": ip });
  expect((await from(address)).statusCode).toBe(429);
  expect((await from("198.51.100.91")).statusCode).toBe(200);
});
