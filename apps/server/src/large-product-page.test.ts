import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "./app.ts";
import { makeProduct } from "./domains/products/catalogue.fixture.ts";
import { mountStorefront } from "./storefront.ts";

/** The maximum size of the page in UTF-8. The page was 332 KB before the number of pictures in the HTML was limited. */
const maxPageBytes = 128 * 1024;

test("the page of a product with a hundred pictures has only a dozen of them in its HTML", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const { id, link } = await makeProduct(world, storeId);
  await addPictures(world, storeId, id);
  const page = await pageOf(world, `/product?link=${link}`);
  expect(page.match(/id="picture-\d+"/g)).toHaveLength(12);
  // The browser renders the other pictures from the page's data, which contains only the part of each URL that differs.
  expect(page).toContain('["/99","a');
  expect(page).toMatch(/\/ (?:<!-- -->)?100/);
  expect(Buffer.byteLength(page)).toBeLessThan(maxPageBytes);
});

async function addPictures(world: World, storeId: string, productId: string): Promise<void> {
  await world.admin.query(
    `insert into shop.images (store_id, id, product_id, position, key, alt, color, width, height, widths, kind)
     select $1, gen_random_uuid(), $2, n, 'x/' || n, repeat('a', 300), null, 1600, 2000, '{320,640,960,1280,1600}', 'PHOTO'
     from generate_series(0, 99) n`,
    [storeId, productId],
  );
}

async function pageOf(world: World, url: string): Promise<string> {
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: false,
    trustProxy: false,
  });
  await mountStorefront(app, world.services, {
    development: false,
    mediaDir: "/nonexistent",
    rateLimits: false,
  });
  await app.ready();
  try {
    const answer = await app.inject({ url, headers: { host: "shop.localhost" } });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  } finally {
    await app.close();
  }
}
